import { OPERATOR, problems, type Recipient } from '@app/http';
import type { Caller } from './caller.js';

/** The data of an account on which rights depend. */
export interface OwnedAccount {
  readonly websiteID: number;
  readonly mainWebsiteID: number | null;
}

/** Whether the caller may write at all: credentials of the scopes `read` and `public` may not (B20). */
export const mayWriteAtAll = (caller: Caller): boolean => caller.scope === 'full';

/** @throws FORBIDDEN */
export function ensureMayWriteAtAll(caller: Caller): void {
  if (!mayWriteAtAll(caller)) {
    throw problems.forbidden(`A credential of the scope ${caller.scope} writes nothing; use one of the scope full.`);
  }
}

/** @throws FORBIDDEN unless the handler is open to credentials of the scope `public` */
export function ensureMayAskAsPublic(isOpen: boolean): void {
  if (isOpen) return;
  throw problems.forbidden(
    'A credential of the scope public may not read this: it reads current listings, their properties, agents and suburbs, and the profile and the past listings of its own account.',
  );
}

/** Whether the caller may write an account and its agents: its own account and its sub-accounts (D12). */
export const mayWrite = (caller: Caller, account: OwnedAccount): boolean =>
  mayWriteAtAll(caller) && maySeeOwn(caller, account);

/** Checks a read of account data that only its writers may see. @throws FORBIDDEN */
export function ensureMayReadPrivate(caller: Caller, account: OwnedAccount): void {
  if (!mayWriteAtAll(caller)) {
    throw problems.forbidden(`A credential of the scope ${caller.scope} may not read this; use one of the scope full.`);
  }
  if (!mayWrite(caller, account)) {
    throw problems.forbidden('This credential may read this only for its own account and its sub-accounts.');
  }
}

/** @throws FORBIDDEN */
export function ensureMayWrite(caller: Caller, account: OwnedAccount): void {
  ensureMayWriteAtAll(caller);
  if (!mayWrite(caller, account)) {
    throw problems.forbidden('This credential may write its own account, its sub-accounts, and the agents of these.');
  }
}

/** Checks a create: a primary account may create sub-accounts of itself, the operator any account. @throws FORBIDDEN */
export function ensureMayCreate(caller: Caller, account: { type: string; mainWebsiteID: number | null }): void {
  ensureMayWriteAtAll(caller);
  if (caller.role === 'operator') return;
  const ownSub = account.type === 'sub-account' && account.mainWebsiteID === caller.websiteID;
  if (caller.type !== 'primary-account' || !ownSub) {
    throw problems.forbidden('A primary account may create sub-accounts of itself, and no other account.');
  }
}

/** Checks whether the caller may create any account at all. @throws FORBIDDEN */
export function ensureMayCreateAny(caller: Caller): void {
  ensureMayWriteAtAll(caller);
  if (caller.role === 'operator') return;
  ensureMayCreate(caller, { type: 'sub-account', mainWebsiteID: caller.websiteID });
}

/**
 * Whether the caller sees all fields of an account except secrets: of its own account and its sub-accounts (B51, B54).
 */
export function maySeeOwn(caller: Caller, account: OwnedAccount): boolean {
  if (caller.role === 'operator') return true;
  if (caller.scope === 'public') return false;
  return account.websiteID === caller.websiteID || account.mainWebsiteID === caller.websiteID;
}

/**
 * The viewer that lines and documents are built for: the operator, an account that sees its own fields (`maySeeOwn`),
 * or anyone else.
 */
export interface Viewer {
  readonly isOperator: boolean;
  readonly ownID?: number;
}

/** The viewer that a caller is (B51). */
export function viewerOf(caller: Caller): Viewer {
  if (caller.role === 'operator') return { isOperator: true };
  return { isOperator: false, ...(caller.scope !== 'public' && { ownID: caller.websiteID }) };
}

/** The recipient of listings that corresponds to a viewer (B72). */
export function recipientFor({ isOperator, ownID }: Viewer): Recipient {
  if (isOperator) return OPERATOR;
  return ownID === undefined ? { audience: 'public' } : { audience: 'clients', siteID: ownID };
}

/** @throws FORBIDDEN unless the caller is the operator, with a pair that may write (B54) */
export function ensureOperator(caller: Caller): void {
  if (caller.role === 'operator' && caller.scope === 'full') return;
  throw problems.forbidden(
    'Only the operator, with a pair of the scope full, may list, create and delete these pairs.',
  );
}
