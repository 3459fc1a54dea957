export * from './generated/sdk.gen.js';
export type * from './generated/types.gen.js';
export type { Client } from './generated/client/index.js';
export { createClient, type ClientOptions } from './client.js';
// Replace the generated operations, which expect JSON.
export {
  exportAccounts,
  exportAgents,
  exportListings,
  exportProperties,
  exportSuburbs,
  type Export,
  type ExportOperation,
} from './exports.js';
export { pushFeed, type PushFeedOptions } from './push-feed.js';
export { paginate } from './paginate.js';
export { followChanges, type ChangeBatch, type FollowOptions } from './follow-changes.js';
export { followMatches, type FollowMatchesOptions, type MatchBatch } from './follow-matches.js';
export { CursorExpiredError, ProblemError } from './problem-error.js';
export type { RetryLimits } from './retrying-fetch.js';
export {
  HookVerificationError,
  verifyHook,
  type HookHeaders,
  type HookMessage,
  type VerifyOptions,
} from './verify-hook.js';
