import { callerOf, ensureMayCreateAny, ensureMayWrite } from '@app/auth';
import { IdentifierPipe } from '@app/http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AccountsRepository } from './accounts.repository.js';

/** Parses the account id of a path. */
export const AccountId = new IdentifierPipe('account');

/**
 * Rejects callers without the right to write the account of the path, before the body is read. The update checks again,
 * while it holds the row lock.
 */
@Injectable()
export class AccountRightsGuard implements CanActivate {
  constructor(private readonly accounts: AccountsRepository) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { id } = context.switchToHttp().getRequest<Request<{ id: string }>>().params;
    const account = await this.accounts.owned(AccountId.transform(id));
    if (!account) throw AccountId.notFound();
    ensureMayWrite(callerOf(context), account);
    return true;
  }
}

/** Rejects callers who may not create any account, before the body is read. */
@Injectable()
export class AccountCreationGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    ensureMayCreateAny(callerOf(context));
    return true;
  }
}
