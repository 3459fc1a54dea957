import { createHash } from 'node:crypto';
import { allRepresentations } from '@app/documents';
import {
  ANSWERS_GEO_JSON,
  GEO_JSON_TYPE,
  JSON_TEXT_TYPE,
  prefersGeoJson,
  RequestValue,
  audienceOf,
  codingOf,
  HandlerValue,
  listsTag,
  tagInCoding,
  type Audience,
  type ContentCoding,
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
import { lastValueFrom, map, of, tap, type Observable } from 'rxjs';
import { AnswerCache, type Answer } from './answer-cache.js';
import { noteAnswer } from './answer-events.js';
import type { Lend, Loan } from './body-arena.js';
import { BodyText } from './body-text.js';
import type { LogPosition } from './change-tracker.js';
import { limitsOf } from './body-store.js';
import { CacheSettings } from './cache.settings.js';
import { cursorAfter } from './changes-cursor.js';
import { DependenceInterceptor, knownOf } from './dependence.interceptor.js';
import { readBy } from './read-by.js';
import { SnapshotClock } from './snapshot-clock.js';

const CACHED_UNTIL_CHANGED = 'cached until changed';
const ANSWERS_CURSOR = 'answers a cursor';
const NOTHING = Buffer.alloc(0);
const MB = 1024 * 1024;

/** What handlers give. */
type Value = string | Buffer | BodyText;

/** A new answer. */
interface Made {
  readonly answer: Answer;
  /** Lends its body, as long as somebody reads it. */
  readonly lend: Lend;
  /** Until all who have waited for the answer read its body. */
  readonly loan: Loan;
}

/** An answer in the form in which it is sent. */
interface Sent {
  readonly answer: Answer;
  readonly body: Buffer;
  /** Absent: as it is. */
  readonly coding?: ContentCoding | undefined;
}

/** An answer that is being made. */
interface Flight {
  /** What was known when it was begun. */
  readonly at: LogPosition;
  readonly made: Promise<Made>;
}

/**
 * Declares that a handler's response depends only on the URL and the database, except for the named query parameters,
 * whose results also depend on the time of day. The value of the handler says what it depends on (`Dependent`).
 */
export const CacheUntilChanged = (...volatile: string[]): MethodDecorator =>
  applyDecorators(SetMetadata(CACHED_UNTIL_CHANGED, volatile), UseInterceptors(DependenceInterceptor));

/** The header from whose cursor on the feed tells what has changed in the answer. */
export const CHANGES_CURSOR = 'Changes-Cursor';

/** Declares that a handler's responses have `Changes-Cursor` (B9). */
export const AnswersChangesCursor = (): MethodDecorator => SetMetadata(ANSWERS_CURSOR, true);

/**
 * Sends a cached response while nothing was committed that can concern it (ADR 9, ADR 24). Of several requests for one
 * that is not cached, one asks the database and all get its response (ADR 25).
 */
@Injectable()
export class ResponseCacheInterceptor implements NestInterceptor<Value, string | Buffer> {
  private readonly cache: AnswerCache;
  private readonly representations = allRepresentations();
  private readonly flights = new Map<string, Flight>();

  private readonly volatile = new HandlerValue(
    (context) => this.reflector.get<string[] | undefined>(CACHED_UNTIL_CHANGED, context.getHandler()) ?? null,
  );

  private readonly hasCursor = new HandlerValue((context) =>
    Boolean(this.reflector.get<true | undefined>(ANSWERS_CURSOR, context.getHandler())),
  );

  private readonly hasGeoJson = new HandlerValue((context) =>
    Boolean(this.reflector.get<true | undefined>(ANSWERS_GEO_JSON, context.getHandler())),
  );

  constructor(
    private readonly clock: SnapshotClock,
    private readonly reflector: Reflector,
    { responseCacheMb }: CacheSettings,
  ) {
    this.cache = new AnswerCache(clock.ring, limitsOf(responseCacheMb * MB));
  }

  async intercept(context: ExecutionContext, next: CallHandler<Value>): Promise<Observable<string | Buffer>> {
    const volatile = this.volatile.of(context);
    const hasCursor = this.hasCursor.of(context);
    if (!volatile && !hasCursor) return next.handle().pipe(map(withOwnMemory));
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (this.hasGeoJson.of(context)) chooseForm(request, response);
    const at = await this.clock.of(request);
    // What is answered is not older than this. An error has no cursor.
    // It moves with every commit, whatever is changed: the public does not see it.
    const audience = audienceOf(request);
    const addCursor = () =>
      hasCursor && audience === 'clients' && response.setHeader(CHANGES_CURSOR, cursorAfter(at.end));
    if (!volatile || volatile.some((name) => name in request.query))
      return next.handle().pipe(tap(addCursor), map(withOwnMemory));
    const found = (await this.find(request, response, at)) ?? (await this.fetch(request, response, at, next));
    addCursor();
    return of(found);
  }

  /** The body of a cached response, or none for 304. */
  private async find(request: Request, response: Response, at: LogPosition): Promise<Buffer | undefined> {
    const answer = this.cache.find(nameOf(request), at);
    const coding = answer && codingOf(response, answer.bytes);
    const tag = answer && tagInCoding(answer.tag, coding);
    if (tag && listsTag(request.headers['if-none-match'], tag)) {
      noteAnswer('unchanged');
      response.status(304).setHeader('ETag', tag);
      return NOTHING;
    }
    const found = answer && ((await this.inCoding(answer, coding)) ?? this.asItIs(answer, response));
    noteAnswer(found ? 'hit' : 'miss');
    return found && send(response, found);
  }

  private async inCoding(answer: Answer, coding: ContentCoding | undefined): Promise<Sent | undefined> {
    const body = coding && (await this.cache.bodyInCoding(answer, coding));
    return body && { answer, body, coding };
  }

  private asItIs(answer: Answer, response: Response): Sent | undefined {
    const loan = this.cache.lend(answer);
    return loan && { answer, body: readBy(response, loan) };
  }

  /**
   * The ETag of a response, by its name or its body; builds with other representations may answer something else. The links
   * of a list of names tell its length, which its body does not.
   */
  private tagOf(content: string | Buffer, links: string | undefined, audience: Audience): string {
    const text = typeof content === 'string' ? `${this.representations} ${content}` : content;
    const digest = createHash('sha1')
      .update(text)
      .update(links ?? '')
      .digest('base64url');
    return audience === 'public' ? `W/"public-${digest}"` : `W/"${digest}"`;
  }

  /** Makes a response, or takes that of another request for the same, if it is right for this one. */
  private async fetch(
    request: Request,
    response: Response,
    at: LogPosition,
    next: CallHandler<Value>,
  ): Promise<Buffer> {
    const url = nameOf(request);
    for (let flight = this.flights.get(url); flight; flight = this.flights.get(url)) {
      const made = await this.join(flight, at);
      if (made && this.cache.isRight(made.answer, at)) {
        noteAnswer('shared');
        return send(response, await this.newInCoding(response, made));
      }
    }
    const made = await this.fly(url, { at, made: this.make(request, response, at, next) });
    return send(response, await this.newInCoding(response, made));
  }

  /** Others may join until the response is made: who cannot use it would find it again and again otherwise. */
  private async fly(url: string, flight: Flight): Promise<Made> {
    this.flights.set(url, flight);
    try {
      const made = await flight.made;
      setImmediate(made.loan.end);
      return made;
    } finally {
      this.flights.delete(url);
    }
  }

  /** What another request has made; undefined if it has failed and this one may not. */
  private async join({ at: begun, made }: Flight, at: LogPosition): Promise<Made | undefined> {
    try {
      return await made;
    } catch (error) {
      const isOlder = begun.epoch !== at.epoch || begun.position < at.position;
      if (isOlder && isOfData(error)) return undefined;
      throw error;
    }
  }

  /** A new answer in the form that the client accepts; as it is, if it cannot be kept in that. */
  private async newInCoding(response: Response, { answer, lend }: Made): Promise<Sent> {
    const asItIs = readBy(response, lend());
    const coding = codingOf(response, answer.bytes);
    const body = coding && (await this.cache.firstInCoding(answer, coding));
    return body ? { answer, body, coding } : { answer, body: asItIs };
  }

  private async make(request: Request, response: Response, at: LogPosition, next: CallHandler<Value>): Promise<Made> {
    const value = await lastValueFrom(next.handle());
    const body = Buffer.isBuffer(value) ? value : textOf(value).written();
    const { dependsOn, named } = knownOf(request);
    // Both forms of a page have the same name.
    const content = named === undefined || !isGeoJson.get(request) ? (named ?? body) : `geo ${named}`;
    const links = response.getHeader('Link')?.toString();
    if (!response.hasHeader('ETag')) response.setHeader('ETag', this.tagOf(content, links, audienceOf(request)));
    const tag = String(response.getHeader('ETag'));
    const answer: Answer = { url: nameOf(request), tag, links, bytes: body.length, dependsOn, at };
    const lend = this.cache.set(answer, body);
    return { answer, lend, loan: lend() };
  }
}

/** Identifies an answer: its URL, whom it is for, and its form. No URL begins with a word. */
const nameOf = (request: Request): string => {
  const name = audienceOf(request) === 'public' ? `public ${request.originalUrl}` : request.originalUrl;
  return isGeoJson.get(request) ? `geo ${name}` : name;
};

/** Whether a request is answered in GeoJSON. */
const isGeoJson = new RequestValue<boolean>('is GeoJSON');

/** The form of the answer of a handler that has two. */
function chooseForm(request: Request, response: Response): void {
  response.vary('Accept');
  const isGeo = prefersGeoJson(request);
  isGeoJson.set(request, isGeo);
  response.setHeader('Content-Type', isGeo ? GEO_JSON_TYPE : JSON_TEXT_TYPE);
}

const textOf = (value: string | BodyText): BodyText => (typeof value === 'string' ? new BodyText(value) : value);

/** A value that is sent without being kept. */
const withOwnMemory = (value: Value): string | Buffer => (value instanceof BodyText ? value.toBuffer() : value);

/** Whether other data could have prevented an error. */
const isOfData = (error: unknown): boolean => error instanceof HttpException && error.getStatus() < 500;

function send(response: Response, { answer, body, coding }: Sent): Buffer {
  if (answer.links !== undefined) response.setHeader('Link', answer.links);
  response.setHeader('ETag', tagInCoding(answer.tag, coding));
  if (coding) response.setHeader('Content-Encoding', coding);
  return body;
}
