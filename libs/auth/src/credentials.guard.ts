import {
  clientAddress,
  HandlerValue,
  limitsOf,
  OPEN_TO_LINKS,
  OPEN_TO_PUBLIC_KEYS,
  setRecipient,
  takeLink,
  type ShownToPublicKeys,
} from '@app/http';
import { SetMetadata, type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { AuthService } from './auth.service.js';
import { setCaller } from './caller.js';
import { ensureMayAskAsPublic, ensureMayWriteAtAll } from './rights.js';

const PUBLIC = 'public';
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Permits requests without credentials for a handler or a controller. */
export const Public = () => SetMetadata(PUBLIC, true);

/**
 * Verifies the two key headers of every request (D11), and counts the request by its verified credential (B22). Only
 * the scope `full` may write; the scopes `public` and `link` pass only handlers that are open to them (B20, B55, B79).
 */
@Injectable()
export class CredentialsGuard implements CanActivate {
  private readonly isPublic = new HandlerValue((context) =>
    Boolean(this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, [context.getHandler(), context.getClass()])),
  );

  private readonly shown = new HandlerValue(
    (context) =>
      this.reflector.getAllAndOverride<ShownToPublicKeys | undefined>(OPEN_TO_PUBLIC_KEYS, [
        context.getHandler(),
        context.getClass(),
      ]) ?? null,
  );

  private readonly takesLinks = new HandlerValue((context) =>
    Boolean(this.reflector.get<true | undefined>(OPEN_TO_LINKS, context.getHandler())),
  );

  constructor(
    private readonly auth: AuthService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (this.isPublic.of(context)) {
      const limits = limitsOf(request);
      limits?.spend(limits.probes, clientAddress(request), request, response);
      return true;
    }
    const link = this.takesLinks.of(context) ? takeLink(request, response) : undefined;
    const caller = await this.auth.authenticate(request, response, link);
    const shown = link === undefined ? this.shown.of(context) : 'site';
    const isOpen = caller.scope === 'public' && shown !== null;
    if (!READS.has(request.method) && !isOpen) ensureMayWriteAtAll(caller);
    if (caller.role === 'account') {
      const siteID = caller.websiteID;
      if (caller.scope === 'public') {
        ensureMayAskAsPublic(isOpen);
        setRecipient(request, { audience: 'public', ...(shown === 'site' && { siteID }) });
      } else if (shown !== null && shown !== 'same') setRecipient(request, { audience: 'clients', siteID });
    }
    setCaller(request, caller);
    return true;
  }
}
