import { createParamDecorator, Header, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';

/**
 * JSON text ready to be sent: responses are concatenated from stored texts, which are not parsed and serialized again.
 */
export type JsonText = string;

const JSON_TEXT_TYPE = 'application/json; charset=utf-8';

/** Declares that a handler returns JSON text. */
export const AnswersJson = (): MethodDecorator => Header('Content-Type', JSON_TEXT_TYPE);

export const JSON_TYPE = 'application/json';
/** The media type of RFC 7946. */
export const GEO_JSON_TYPE = 'application/geo+json';

/** The media type of RFC 5545. */
export const CALENDAR_TYPE = 'text/calendar';

/** The media types other than JSON, with their `Content-Type`. */
const OTHER_TYPES = { [GEO_JSON_TYPE]: GEO_JSON_TYPE, [CALENDAR_TYPE]: `${CALENDAR_TYPE}; charset=utf-8` } as const;
type OtherType = keyof typeof OTHER_TYPES;

/** Whether a handler always responds with the other type, or only if `Accept` prefers it to JSON. */
type Use = 'always' | 'on request';

/** Chooses the media type before the cache is read, because each type has its own cached response. */
class MediaTypeGuard implements CanActivate {
  constructor(
    private readonly type: OtherType,
    private readonly use: Use,
  ) {}

  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    if (this.use === 'on request') response.vary('Accept');
    const isOther = this.use === 'always' || prefers(this.type, http.getRequest<Request>());
    response.setHeader('Content-Type', isOther ? OTHER_TYPES[this.type] : JSON_TEXT_TYPE);
    return true;
  }
}

/** Whether `Accept` names the type, and prefers it to JSON by weight, or else by position. */
const prefers = (type: OtherType, request: Request): boolean =>
  request.headers.accept?.toLowerCase().includes(type) === true && request.accepts([JSON_TYPE, type]) === type;

/** Declares that a handler responds with a type other than JSON. */
export const AnswersAs = (type: OtherType, use: Use): MethodDecorator => UseGuards(new MediaTypeGuard(type, use));

/** Whether a response has this media type. */
export const isOfType = (response: Response, type: OtherType): boolean =>
  response.getHeader('Content-Type') === OTHER_TYPES[type];

/** Whether the response is a calendar, as a handler parameter. */
export const AsCalendar = createParamDecorator((_: unknown, context: ExecutionContext) =>
  isOfType(context.switchToHttp().getResponse<Response>(), CALENDAR_TYPE),
);
