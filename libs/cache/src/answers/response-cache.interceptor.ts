import { createHash } from 'node:crypto';
import { currentRequester } from '@app/fairness';
import {
  recipientName,
  recipientOf,
  codingOf,
  compressed,
  HandlerValue,
  listsTag,
  logCacheOutcome,
  tagInCoding,
  type Audience,
  RequestValue,
} from '@app/http';
import {
  applyDecorators,
  HttpException,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { lastValueFrom, of, tap, type Observable } from 'rxjs';
import { AnswerCache, type Answer } from '../bodies/answer-cache.js';
import type { LogPosition } from '../clock/change-tracker.js';
import { cursorAfter } from '../clock/changes-cursor.js';
import { SnapshotClock } from '../clock/snapshot-clock.js';
import type { Cacheable } from '../invalidation/dependencies.js';

const known = new RequestValue<Cacheable>('dependencies');

/** The dependencies and version key of a handler's value. */
const knownOf = (request: Request): Cacheable => known.get(request) ?? {};

/** Stores the dependencies of a handler's value with the request, before the value is serialized. */
@Injectable()
class DependenciesInterceptor implements NestInterceptor<Cacheable, Cacheable> {
  intercept(context: ExecutionContext, next: CallHandler<Cacheable>): Observable<Cacheable> {
    const request = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(tap(({ dependsOn, versionKey }) => known.set(request, { dependsOn, versionKey })));
  }
}

const CACHED_UNTIL_CHANGED = 'cached until changed';
const ANSWERS_CURSOR = 'answers a cursor';
const NOTHING = Buffer.alloc(0);

/** A response that is being made. */
interface Flight {
  /** The log position at its start. */
  readonly at: LogPosition;
  readonly made: Promise<Answer>;
}

/** Whether the response to a query string depends on the time of day. */
type IsVolatile = (query: Request['query']) => boolean;

/** How the responses of a handler are cached. */
interface Caching {
  readonly isVolatile: IsVolatile;
  readonly isDaily: boolean;
}

/**
 * Declares that a handler's response depends only on the URL, the recipient and the database. Responses that also
 * depend on the time of day are not cached. The handler's value contains its dependencies (`Cacheable`).
 * @param isDaily whether responses also depend on the UTC day
 */
export const Cached = (isVolatile: IsVolatile = () => false, { isDaily = false } = {}): MethodDecorator =>
  applyDecorators(
    SetMetadata(CACHED_UNTIL_CHANGED, { isVolatile, isDaily } satisfies Caching),
    UseInterceptors(DependenciesInterceptor),
  );

/** The header with a cursor of the change feed: the changes after the response. */
export const CHANGES_CURSOR = 'Changes-Cursor';

/** Declares that a handler's responses have `Changes-Cursor` (B9). */
export const AnswersChangesCursor = (): MethodDecorator => SetMetadata(ANSWERS_CURSOR, true);

/**
 * Sends a cached response until a change invalidates it (ADR 7, ADR 15). Concurrent requests for a missing response
 * share one database read.
 */
@Injectable()
export class ResponseCacheInterceptor implements NestInterceptor<string, string | Buffer> {
  private readonly flights = new Map<string, Flight>();

  private readonly caching = new HandlerValue(
    (context) => this.reflector.get<Caching | undefined>(CACHED_UNTIL_CHANGED, context.getHandler()) ?? null,
  );

  private readonly hasCursor = new HandlerValue((context) =>
    Boolean(this.reflector.get<true | undefined>(ANSWERS_CURSOR, context.getHandler())),
  );

  constructor(
    private readonly clock: SnapshotClock,
    private readonly reflector: Reflector,
    private readonly cache: AnswerCache,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<string>): Promise<Observable<string | Buffer>> {
    const caching = this.caching.of(context);
    const hasCursor = this.hasCursor.of(context);
    if (!caching && !hasCursor) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const at = await this.clock.of(request);
    // The response is not older than this position. Errors have no cursor. The cursor moves with every commit, whatever
    // it changes, so the public does not see it.
    const { audience } = recipientOf(request);
    const addCursor = () =>
      hasCursor && audience === 'clients' && response.setHeader(CHANGES_CURSOR, cursorAfter(at.end));
    if (!caching || caching.isVolatile(request.query)) return next.handle().pipe(tap(addCursor));
    const answer = await this.answerTo(request, response, at, next, caching);
    const body = send(request, response, answer);
    addCursor();
    return of(body);
  }

  /** A cached response, the response of a concurrent request, or a new one. */
  private async answerTo(
    request: Request,
    response: Response,
    at: LogPosition,
    next: CallHandler<string>,
    { isDaily }: Caching,
  ): Promise<Answer> {
    const name = isDaily
      ? `${new Date().toISOString().slice(0, 10)} ${nameOf(request, response)}`
      : nameOf(request, response);
    const cached = this.cache.find(name, at);
    if (cached) {
      logCacheOutcome(request, isUnchanged(request, cached) ? 'not_modified' : 'hit');
      return cached;
    }
    logCacheOutcome(request, 'miss');
    // Responses are shared per owner only: otherwise a request would wait in the queue of another owner, behind that
    // owner's other requests.
    const flightName = `${currentRequester().owner} ${name}`;
    for (let flight = this.flights.get(flightName); flight; flight = this.flights.get(flightName)) {
      const made = await this.join(flight, at);
      if (made && this.cache.isRight(made, at)) {
        logCacheOutcome(request, 'shared');
        return made;
      }
    }
    return this.fly(flightName, { at, made: this.make(name, request, response, at, next) });
  }

  /**
   * Other requests may join until the response is made. It is then removed, so that requests that cannot use it do not
   * find it again.
   */
  private async fly(name: string, flight: Flight): Promise<Answer> {
    this.flights.set(name, flight);
    try {
      return await flight.made;
    } finally {
      this.flights.delete(name);
    }
  }

  /** The response of another request; undefined if that request failed on data that may have changed since. */
  private async join({ at: begun, made }: Flight, at: LogPosition): Promise<Answer | undefined> {
    try {
      return await made;
    } catch (error) {
      const isOlder = begun.epoch !== at.epoch || begun.position < at.position;
      if (isOlder && isOfData(error)) return undefined;
      throw error;
    }
  }

  private async make(
    name: string,
    request: Request,
    response: Response,
    at: LogPosition,
    next: CallHandler<string>,
  ): Promise<Answer> {
    const text = await lastValueFrom(next.handle());
    const { dependsOn, versionKey } = knownOf(request);
    // The version key of a page is the same in every media type.
    const content = versionKey === undefined ? text : `${mediaTypeOf(response)} ${versionKey}`;
    const links = response.getHeader('Link')?.toString();
    const tag = response.getHeader('ETag')?.toString() ?? this.tagOf(content, links, recipientOf(request).audience);
    const plain = Buffer.from(text);
    const coding = codingOf(response, plain.length);
    const shorter = coding && (await compressed(plain, coding));
    const sent = shorter ? { body: shorter, coding } : { body: plain, coding: undefined };
    const answer: Answer = { name, tag, links, ...sent, dependsOn, at };
    this.cache.set(answer);
    return answer;
  }

  /**
   * The ETag of a response: a hash of its version key or body, and of its links, because the body of a list of names
   * does not contain the total.
   */
  private tagOf(content: string, links: string | undefined, audience: Audience): string {
    const digest = createHash('sha1')
      .update(content)
      .update(links ?? '')
      .digest('base64url');
    return audience === 'public' ? `W/"public-${digest}"` : `W/"${digest}"`;
  }
}

/** Identifies a response by content coding, media type, recipient and URL. */
function nameOf(request: Request, response: Response): string {
  const coding = codingOf(response, Infinity) ?? 'identity'; // AnswerCache stores other codings under other names
  return [coding, mediaTypeOf(response), recipientName(recipientOf(request)), request.originalUrl].join(' ');
}

const mediaTypeOf = (response: Response): string => String(response.getHeader('Content-Type'));

/** Whether an error depends on the data. */
const isOfData = (error: unknown): boolean => error instanceof HttpException && error.getStatus() < 500;

/** The ETag of a response in its content coding. */
const tagOf = ({ tag, coding }: Answer): string => tagInCoding(tag, coding);

const isUnchanged = (request: Request, answer: Answer): boolean =>
  listsTag(request.headers['if-none-match'], tagOf(answer));

/** The body of a response; empty for 304. */
function send(request: Request, response: Response, answer: Answer): Buffer {
  const { links, coding, body } = answer;
  if (isUnchanged(request, answer)) {
    response.removeHeader('Link');
    response.status(304).setHeader('ETag', tagOf(answer));
    return NOTHING;
  }
  if (links !== undefined) response.setHeader('Link', links);
  response.setHeader('ETag', tagOf(answer));
  if (coding) response.setHeader('Content-Encoding', coding);
  return body;
}
