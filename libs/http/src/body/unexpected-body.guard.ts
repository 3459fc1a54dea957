import { SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { problems } from '../problem.js';
import { hasBody } from './stream-body.js';
import { readJsonBody } from './read-json-body.js';

const TAKES_BODY = 'takes-body';

/** Declares that a handler takes a body. */
export const ExpectsBody = (): MethodDecorator => SetMetadata(TAKES_BODY, true);

/** The largest announced body that may be `{}` with white space. */
const EMPTY_BYTES = 16;

/** Rejects an unexpected body without reading it. Some clients send `{}` with every POST; it counts as no body. */
@Injectable()
export class UnexpectedBodyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!hasBody(request)) return true;
    if (this.reflector.get<boolean | undefined>(TAKES_BODY, context.getHandler())) return true;
    const mayBeEmpty = request.method === 'POST' && Number(request.headers['content-length'] ?? 0) <= EMPTY_BYTES;
    if (mayBeEmpty && isEmpty(await readJsonBody(request, http.getResponse<Response>(), this.settings.bodySeconds)))
      return true;
    throw problems.unexpectedBody();
  }
}

const isEmpty = (body: unknown): boolean => body === undefined || JSON.stringify(body) === '{}';
