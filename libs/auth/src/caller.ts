import { mainAccountOf, OPERATOR } from '@app/fairness';
import { clientAddress, RequestValue, setOwner } from '@app/http';
import { provenKeys } from '@app/writes';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { CallerScope, OperatorScope } from './dto/auth.kinds.js';

/** The owner of a request's credentials. */
export type Caller = Operator | AccountCaller;

/** The operator, with the key pair of the environment, which allows everything (D12), or with a named pair (B54). */
interface Operator {
  readonly role: 'operator';
  readonly scope: OperatorScope;
  /** The named key pair; undefined: the pair of the environment. */
  readonly credential?: number;
  readonly label?: string;
}

/** An account, by one of its credentials. */
export interface AccountCaller {
  readonly role: 'account';
  /** The rights of the credential. */
  readonly scope: CallerScope;
  /** The id of the stored key pair. */
  readonly credential: number;
  /** When the credential expires, in milliseconds of `performance.now()`; undefined: it does not expire. */
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

/** The caller of a request, set by the guard. */
export function callerOf(context: ExecutionContext): Caller {
  const caller = callers.get(context.switchToHttp().getRequest<Request>());
  if (!caller) throw new Error('A handler asked for the caller of a public path');
  return caller;
}

/** The caller, as a handler parameter. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(context));

/** The caller of a writing request, with the request: both are recorded in the audit log. */
export type CallingAuthor = Caller & { readonly request: Request };

/** The author of a write, as a handler parameter. */
export const CurrentAuthor = createParamDecorator((_: unknown, context: ExecutionContext): CallingAuthor => ({
  ...callerOf(context),
  request: context.switchToHttp().getRequest<Request>(),
}));
