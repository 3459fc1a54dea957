import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { problems } from '../problem.js';
import { hasBody } from './has-body.js';

const TAKES_BODY = 'takes-body';

/** Declares that a handler takes a body. */
export const ExpectsBody = (): MethodDecorator => SetMetadata(TAKES_BODY, true);

/** Rejects a body, without reading it, where none is expected. */
@Injectable()
export class UnexpectedBodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (!hasBody(context.switchToHttp().getRequest<Request>())) return true;
    if (this.reflector.get<boolean | undefined>(TAKES_BODY, context.getHandler())) return true;
    throw problems.unexpectedBody();
  }
}
