import { RequestValue } from '@app/http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Whose credential a request carries. */
export type Caller = Operator | AccountCaller;

/** The operator, whose credential comes from the environment and may do everything (D12). */
export interface Operator {
  readonly role: 'operator';
}

/** An account. */
export interface AccountCaller {
  readonly role: 'account';
  readonly websiteID: number;
  readonly name: string;
  readonly type: string;
  /** Its main account, when it is a sub-account. */
  readonly mainWebsiteID: number | null;
}

const callers = new RequestValue<Caller>('caller');

/** Notes who asks. */
export function setCaller(request: Request, caller: Caller): void {
  callers.set(request, caller);
}

/** Who asks, as the guard found. */
export function callerOf(context: ExecutionContext): Caller {
  const caller = callers.get(context.switchToHttp().getRequest<Request>());
  if (!caller) throw new Error('A handler asked for the caller of a public path');
  return caller;
}

/** Who asks, as a parameter of a handler. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(context));
