import { callerOf, ensureMayCreateAny, ensureMayWrite } from '@app/auth';
import { IdentifierPipe } from '@app/http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AccountsRepository } from './accounts.repository.js';

/** Reads the id of an account in a path. */
export const AccountId = new IdentifierPipe('account');

/** Refuses who may not write the account of the path before its body is read; the update looks again, under its lock. */
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

/** Refuses who may create no account at all before a body is read. */
@Injectable()
export class AccountCreationGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    ensureMayCreateAny(callerOf(context));
    return true;
  }
}
