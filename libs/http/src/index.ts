export * from './audience.js';
export { AnswersSecret, standardHeaders } from './standard-headers.js';
export { compressBodies } from './compression/compress-bodies.js';
export { compressed, compressedNow, FASTEST } from './compression/compressed.js';
export { FixedBody } from './compression/fixed-body.js';
export { codingOf, tagInCoding, type ContentCoding } from './compression/content-coding.js';
export { asOneLayer } from './as-one-layer.js';
export { NO_CURSOR_OF_LIST, Problem, problems, type Fault } from './problem.js';
export { problemAdvice } from './problem-advice.js';
export { ERRORS_PATH, problemBody, typePath } from './problem-body.js';
export { answerProblem, ProblemFilter } from './problem.filter.js';
export { BodyPipe } from './body/body.pipe.js';
export { contentCodingOf, hasBody, streamBody, type StreamLimits } from './body/stream-body.js';
export { BodyInterceptor } from './body/read-json-body.js';
export { ExpectsBody, UnexpectedBodyGuard } from './body/unexpected-body.guard.js';
export { watchConnections } from './connection/watch-connections.js';
export { whenClosed } from './connection/graceful-close.js';
export { requestForm, originForm } from './request-form.js';
export {
  AnswersAs,
  AnswersJson,
  AsCalendar,
  CALENDAR_TYPE,
  GEO_JSON_TYPE,
  isOfType,
  JSON_TYPE,
  type JsonText,
} from './media-types.js';
export {
  logCacheOutcome,
  logCaller,
  logFailure,
  logRefusedKeys,
  requestId,
  requestLog,
  requestLogger,
  requestsInFlight,
} from './log/request-log.js';
export type { CacheOutcome } from './log/request-outcome.js';
export * from './documented.js';
export { HEADERS, headerRef } from './documented-headers.js';
export { crossOrigin, limitPreflights } from './cross-origin.js';
export {
  decideByTag,
  CurrentPreconditions,
  ensureMet,
  listsTag,
  type Preconditions,
  IfMatchInterceptor,
} from './preconditions.js';
export { ContentTagInterceptor, type Versioned } from './versioned.js';
export { IdentifierPipe, LinkPipe, type Identifier, type LinkIdentifier } from './identifier.js';
export { HandlerValue, RequestValue } from './request-value.js';
export { ownerOf, ownTurns, setOwner } from './request-owner.js';
export { KEY_PAIR, LINK, OPEN_TO_LINKS, OpenToLinks, takeLink } from './link.js';
export { linkTo, setPublicUrl } from './public-url.js';
export { clientAddress } from './rate-limit/client-address.js';
export { exceeded, limitDocuments, limitsOf, setRateLimits, type RateLimits } from './rate-limit/rate-limits.js';
