import { AsyncLocalStorage } from 'node:async_hooks';

/** The unit of accounting: the operator, or a main account together with its sub-accounts. */
export type Owner = number;

/** The operator; accounts have positive numbers. */
export const OPERATOR: Owner = 0;

/** The owner of an account. */
export const mainAccountOf = (account: { readonly websiteID: number; readonly mainWebsiteID: number | null }): Owner =>
  account.mainWebsiteID ?? account.websiteID;

/** The owner, and possibly the visitor, that a request works for. */
export interface Requester {
  readonly owner: Owner;
  /** The address of a visitor that uses a `public` key pair. */
  readonly visitor?: string;
}

const THE_OPERATOR: Requester = { owner: OPERATOR };

const requests = new AsyncLocalStorage<{ requester: Requester }>();

/** Handles a request. Until `setRequester` is called, it works for the operator, like all code outside requests. */
export const runRequest = (handle: () => void): void => requests.run({ requester: THE_OPERATOR }, handle);

/** Sets the requester of the current request. */
export function setRequester(requester: Requester): void {
  const request = requests.getStore();
  if (request) request.requester = requester;
}

/** The requester of the current request. */
export const currentRequester = (): Requester => requests.getStore()?.requester ?? THE_OPERATOR;
