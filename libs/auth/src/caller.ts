import { mainAccountOf, OPERATOR } from '@app/fairness';
import { clientAddress, RequestValue, setOwner } from '@app/http';
import { provenKeys } from '@app/writes';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { OperatorScope, Scope } from './dto/auth.kinds.js';

/** The owner of a request's credentials. */
export type Caller = Operator | AccountCaller;

/** The operator, by the pair of the environment, which allows everything (D12), or by a named one (B54). */
interface Operator {
  readonly role: 'operator';
  readonly scope: OperatorScope;
  /** Its named pair; undefined: that of the environment. */
  readonly credential?: number;
  readonly label?: string;
}

/** An account, by one of its credentials. */
export interface AccountCaller {
  readonly role: 'account';
  /** What its credential allows. */
  readonly scope: Scope;
  /** Its credential: the id of the stored pair. */
  readonly credential: number;
  /** When the credential ends, by the clock of `performance.now()`; undefined for one without an end. */
  readonly validUntil?: number | undefined;
  readonly websiteID: number;
  readonly name: string;
  readonly type: string;
  /** The main account of a sub-account; null for a primary account. */
  readonly mainWebsiteID: number | null;
}

const callers = new RequestValue<Caller>('caller');

/** Stores the caller on the request. */
export function setCaller(request: Request, caller: Caller): void {
  callers.set(request, caller);
  provenKeys.set(request, caller);
  if (caller.role === 'operator') setOwner(request, { owner: OPERATOR });
  else {
    const owner = mainAccountOf(caller);
    setOwner(request, caller.scope === 'public' ? { owner, visitor: clientAddress(request) } : { owner });
  }
}

/** The caller that the guard has stored on the request. */
export function callerOf(context: ExecutionContext): Caller {
  const caller = callers.get(context.switchToHttp().getRequest<Request>());
  if (!caller) throw new Error('A handler asked for the caller of a public path');
  return caller;
}

/** The caller, as a handler parameter. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(context));

/** The caller of a request that writes, with the request: what is written is recorded with both. */
export type CallingAuthor = Caller & { readonly request: Request };

/** The author of a write, as a handler parameter. */
export const CurrentAuthor = createParamDecorator((_: unknown, context: ExecutionContext): CallingAuthor => ({
  ...callerOf(context),
  request: context.switchToHttp().getRequest<Request>(),
}));
