import { callerOf } from '@app/auth';
import { problems } from '@app/http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';

/**
 * Enquiries are personal data: an account needs the right to write to read them. The operator reads everything except
 * secrets (B54).
 */
@Injectable()
export class EnquiryRightsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { role, scope } = callerOf(context);
    if (role === 'operator' || scope === 'full') return true;
    throw problems.forbidden(`A credential of the scope ${scope} may not read enquiries; use one of the scope full.`);
  }
}
