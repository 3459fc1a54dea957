import type { Application, NextFunction, Request, Response } from 'express';
import { problems, type Problem } from '../problem.js';
import { RequestValue } from '../request-value.js';
import { clientAddress } from './client-address.js';
import { Quota, type Allowance, type Limit } from './quota.js';

/** What is public, for each address: far more than the probes of a platform and the readers of a page ask. */
export const PUBLIC: Limit = { requests: 6000, seconds: 60 };
/** Wrong secrets, for each address. */
export const FAILURES: Limit = { requests: 20, seconds: 15 * 60 };

const SETTING = 'rate limits';

/** Everything that is counted, on each instance of the service (ADR 14). */
export class RateLimits {
  /** Requests of an account, by its proven access key. */
  readonly credentials: Quota;
  /** Requests that prove no credential and fail, by address. */
  readonly addresses: Quota;
  readonly failures = new Quota('failures', FAILURES);
  /** Apart from the documents: whoever floods those must not make an instance look dead. */
  readonly probes = new Quota('probes', PUBLIC);
  readonly documents = new Quota('documents', PUBLIC);
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

  /** Says in the answer how a client stands, which settles what the request counts for. */
  tell({ name, policy }: Quota, { left, seconds }: Allowance, request: Request, response: Response): void {
    this.pass(request);
    response.setHeader('RateLimit-Policy', policy);
    response.setHeader('RateLimit', `"${name}";r=${Math.max(0, left)};t=${seconds}`);
  }

  /** Settles that the request counts for nothing. */
  pass(request: Request): void {
    this.counted.set(request, true);
  }

  /** Counts a request that failed before it proved or cost anything else; a problem once there were too many. */
  refusal(request: Request, response: Response): Problem | undefined {
    if (this.counted.get(request) || response.headersSent) return undefined;
    const allowance = this.addresses.take(clientAddress(request));
    this.tell(this.addresses, allowance, request, response);
    return allowance.left < 0 ? problems.tooManyRequests(allowance.seconds) : undefined;
  }
}

/** Switches limits on for an application. */
export function setRateLimits(app: Application, limit: Limit | 'off'): void {
  if (limit !== 'off') app.set(SETTING, new RateLimits(limit));
}

/** The limits that a request is under; undefined when they are off. */
export const limitsOf = (request: Request): RateLimits | undefined =>
  request.app.get(SETTING) as RateLimits | undefined; // see setRateLimits

const DOCUMENTS = /^\/(docs|api\/v1\/openapi\.json)(?![^/?])/i;

/** Limits the documents of the service, which need no credential. */
export function limitDocuments(request: Request, response: Response, next: NextFunction): void {
  if (DOCUMENTS.test(request.url)) {
    const limits = limitsOf(request);
    limits?.spend(limits.documents, clientAddress(request), request, response);
  }
  next();
}
