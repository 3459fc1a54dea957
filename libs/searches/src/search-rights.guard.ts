import { callerOf } from '@app/auth';
import { problems } from '@app/http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';

/**
 * Searches belong to visitors: an account needs the right to write to read them. The operator reads everything except
 * secrets (B54).
 */
@Injectable()
export class SearchRightsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { role, scope } = callerOf(context);
    if (role === 'operator' || scope === 'full') return true;
    throw problems.forbidden(
      `A credential of the scope ${scope} may not use saved searches; use one of the scope full.`,
    );
  }
}
