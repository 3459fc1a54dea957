import type { Application, NextFunction, Request, Response } from 'express';
import { problems, type Problem } from '../problem.js';
import { RequestValue } from '../request-value.js';
import { clientAddress } from './client-address.js';
import { Quota, type Allowance, type Limit } from './quota.js';

/** Limit of public routes, per address: far more than health probes and readers of the documentation need. */
export const PUBLIC: Limit = { requests: 6000, seconds: 60 };
/** Limit of wrong secrets, per address. */
export const FAILURES: Limit = { requests: 20, seconds: 15 * 60 };

const SETTING = 'rate limits';

/** Limit of test messages to hooks, per account: whoever may send them at will has a scanner that we are blamed for. */
export const PINGS: Limit = { requests: 10, seconds: 60 };

/** All rate limits of an instance of the service (ADR 14). */
export class RateLimits {
  /** Requests of accounts, by proven access key. */
  readonly credentials: Quota;
  /** Failed requests without valid credentials, by address. */
  readonly addresses: Quota;
  readonly failures = new Quota('failures', FAILURES);
  /** Separate from the documents: flooding those must not make health probes fail. */
  readonly probes = new Quota('probes', PUBLIC);
  readonly documents = new Quota('documents', PUBLIC);
  readonly pings = new Quota('pings', PINGS);
  private readonly counted = new RequestValue<boolean>('counted');

  constructor(limit: Limit) {
    this.credentials = new Quota('credential', limit);
    this.addresses = new Quota('address', limit);
  }

  /** Counts a request. @throws TOO_MANY_REQUESTS */
  spend(quota: Quota, key: string, request: Request, response: Response): void {
    const allowance = quota.take(key);
    this.tell(quota, allowance, request, response);
    if (allowance.left < 0) throw problems.tooManyRequests(allowance.seconds);
  }

  /** Writes the rate limit headers; the request is then counted. */
  tell({ name, policy }: Quota, { left, seconds }: Allowance, request: Request, response: Response): void {
    this.pass(request);
    response.setHeader('RateLimit-Policy', policy);
    response.setHeader('RateLimit', `"${name}";r=${Math.max(0, left)};t=${seconds}`);
  }

  /** Marks the request as not counted. */
  pass(request: Request): void {
    this.counted.set(request, true);
  }

  /** Counts a request that failed before it was counted otherwise; returns a problem when there were too many. */
  refusal(request: Request, response: Response): Problem | undefined {
    if (this.counted.get(request) || response.headersSent) return undefined;
    const allowance = this.addresses.take(clientAddress(request));
    this.tell(this.addresses, allowance, request, response);
    return allowance.left < 0 ? problems.tooManyRequests(allowance.seconds) : undefined;
  }
}

/** Enables rate limits for an application. */
export function setRateLimits(app: Application, limit: Limit | 'off'): void {
  if (limit !== 'off') app.set(SETTING, new RateLimits(limit));
}

/** The limits for a request; undefined when they are disabled. */
export const limitsOf = (request: Request): RateLimits | undefined =>
  request.app.get(SETTING) as RateLimits | undefined; // see setRateLimits

const DOCUMENTS = /^\/(docs|api\/v1\/openapi\.json)(?![^/?])/i;

/** Applies the limit of public routes to the documentation, which needs no credentials. */
export function limitDocuments(request: Request, response: Response, next: NextFunction): void {
  if (DOCUMENTS.test(request.url)) {
    const limits = limitsOf(request);
    limits?.spend(limits.documents, clientAddress(request), request, response);
  }
  next();
}
