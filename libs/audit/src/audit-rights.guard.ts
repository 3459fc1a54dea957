import { callerOf } from '@app/auth';
import { problems } from '@app/http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';

/** The audit log contains keys and addresses, so reading it requires the right to write (B23). */
@Injectable()
export class AuditRightsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const caller = callerOf(context);
    if (caller.scope === 'full') return true;
    throw problems.forbidden(
      `A credential of the scope ${caller.scope} may not read the audit log; use one of the scope full.`,
    );
  }
}
