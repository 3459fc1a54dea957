import { SetMetadata, type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AuthService } from './auth.service.js';
import { setCaller } from './caller.js';

const PUBLIC = 'public';

/** Opens a handler or a controller to requests without a credential. */
export const Public = () => SetMetadata(PUBLIC, true);

/** The one global guard: every request carries both key headers (D11). */
@Injectable()
export class CredentialsGuard implements CanActivate {
  constructor(
    private readonly auth: AuthService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    const request = context.switchToHttp().getRequest<Request>();
    setCaller(request, await this.auth.authenticate(request));
    return true;
  }
}
