import { createHash } from 'node:crypto';
import { Injectable, SetMetadata, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { of, tap, type Observable } from 'rxjs';
import { Moments } from './moments.js';
import { Remembered } from './remembered.js';

const MEMORABLE = 'memorable';
const MAX_BYTES = 192 * 1024 * 1024;
/** A text with a single letter beyond Latin-1 in it takes two bytes for each of its characters. */
const BYTES_A_CHARACTER = 2;
const HEADERS = ['Link', 'ETag'] as const;

/** An answer as it was sent. */
interface Answer {
  readonly text: string;
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * Says that the answer of a handler follows from its URL and the store alone, but for the query parameters named, whose
 * answers follow from the time of day as well.
 */
export const Memorable = (...volatile: string[]): MethodDecorator => SetMetadata(MEMORABLE, volatile);

/** Answers again what was answered before, while nothing has been committed since (ADR 9). */
@Injectable()
export class RememberInterceptor implements NestInterceptor<string, string> {
  private readonly answers = new Remembered<Answer>(MAX_BYTES, ({ text }) => BYTES_A_CHARACTER * text.length);

  constructor(
    private readonly moments: Moments,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<string>): Promise<Observable<string>> {
    const volatile = this.reflector.get<string[] | undefined>(MEMORABLE, context.getHandler());
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!volatile || volatile.some((name) => name in request.query)) return next.handle();
    const response = http.getResponse<Response>();
    const moment = await this.moments.of(request);
    const kept = this.answers.get(request.originalUrl, moment);
    if (kept) {
      for (const [name, value] of kept.headers) response.setHeader(name, value);
      return of(kept.text);
    }
    return next.handle().pipe(tap((text) => this.keep(request.originalUrl, moment, text, response)));
  }

  private keep(url: string, moment: string, text: string, response: Response): void {
    if (!response.hasHeader('ETag')) response.setHeader('ETag', listTag(moment));
    const headers = HEADERS.flatMap((name) => {
      const value = response.getHeader(name);
      return value === undefined ? [] : [[name, String(value)] as const];
    });
    this.answers.set(url, moment, { text, headers });
  }
}

/** A list is the same while nothing was committed: a weak tag, for it says so of a URL without looking at the answer. */
const listTag = (moment: string): string => `W/"${createHash('sha1').update(moment).digest('base64url').slice(0, 16)}"`;
