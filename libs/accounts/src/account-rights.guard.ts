import { callerOf, ensureMayCreateAny, ensureMayReadPrivate, ensureMayWrite } from '@app/auth';
import { HandlerValue, IdentifierPipe } from '@app/http';
import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AccountsRepository } from './accounts.repository.js';

/** Parses the account id of a path. */
export const AccountId = new IdentifierPipe('account');

const OPEN_TO_READERS = 'open to readers of the operator';

/**
 * Opens a handler behind `AccountRightsGuard` to the operator's key pairs of the scope `read`, because it shows no
 * secret (B54).
 */
export const OpenToOperatorReaders = () => SetMetadata(OPEN_TO_READERS, true);

/**
 * Rejects callers without the right to write the account of the path, before the body is read. Reading the account's
 * hooks and credentials requires the same right. The update checks again while it holds the row lock.
 */
@Injectable()
export class AccountRightsGuard implements CanActivate {
  private readonly isOpen = new HandlerValue((context) =>
    Boolean(this.reflector.get<boolean | undefined>(OPEN_TO_READERS, context.getHandler())),
  );

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { method, params } = context.switchToHttp().getRequest<Request<{ id: string }>>();
    const found = await this.accounts.owned(AccountId.transform(params.id));
    const caller = callerOf(context);
    // An update responds as a read of the account does (D12). A resource below the account is rejected whether the
    // account exists or not.
    if (!found && (caller.role === 'operator' || method === 'PUT')) throw AccountId.notFound();
    const account = found ?? { websiteID: 0, mainWebsiteID: null };
    if (method !== 'GET' && method !== 'HEAD') ensureMayWrite(caller, account);
    else if (!(this.isOpen.of(context) && caller.role === 'operator')) ensureMayReadPrivate(caller, account);
    return true;
  }
}

/** Rejects callers that may not create any account, before the body is read. */
@Injectable()
export class AccountCreationGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    ensureMayCreateAny(callerOf(context));
    return true;
  }
}
