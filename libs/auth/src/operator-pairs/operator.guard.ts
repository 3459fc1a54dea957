import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { callerOf } from '../caller.js';
import { ensureOperator } from '../rights.js';

/** Rejects all callers but the operator, before the body is read. */
@Injectable()
export class OperatorGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    ensureOperator(callerOf(context));
    return true;
  }
}
