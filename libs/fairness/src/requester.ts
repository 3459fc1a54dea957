import { AsyncLocalStorage } from 'node:async_hooks';

/** Who is counted: the operator, or a main account together with its sub-accounts. */
export type Owner = number;

/** The operator; accounts have positive numbers. */
export const OPERATOR: Owner = 0;

/** The owner that an account is counted for. */
export const mainAccountOf = (account: { readonly websiteID: number; readonly mainWebsiteID: number | null }): Owner =>
  account.mainWebsiteID ?? account.websiteID;

/** For whom a request works. */
export interface Requester {
  readonly owner: Owner;
  /** The address of a visitor who uses a `public` pair. */
  readonly visitor?: string;
}

const THE_OPERATOR: Requester = { owner: OPERATOR };

const requests = new AsyncLocalStorage<{ requester: Requester }>();

/** Handles a request. Until `setRequester` it works for the operator, as all that runs outside of requests does. */
export const runRequest = (handle: () => void): void => requests.run({ requester: THE_OPERATOR }, handle);

/** Tells for whom the request that runs works. */
export function setRequester(requester: Requester): void {
  const request = requests.getStore();
  if (request) request.requester = requester;
}

/** For whom the code that runs works. */
export const currentRequester = (): Requester => requests.getStore()?.requester ?? THE_OPERATOR;
