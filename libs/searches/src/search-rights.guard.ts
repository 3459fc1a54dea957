import { callerOf } from '@app/auth';
import { problems } from '@app/http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';

/** Searches are of visitors: of an account, who may write may read them. The operator reads everything but secrets (B54). */
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
