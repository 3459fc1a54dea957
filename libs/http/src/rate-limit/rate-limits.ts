import { increment } from '@app/metrics';
import type { Application, NextFunction, Request, Response } from 'express';
import { problems, type Problem } from '../problem.js';
import { RequestValue } from '../request-value.js';
import { clientAddress } from './client-address.js';
import { Quota, type Allowance, type Limit } from './quota.js';

/** Limit of public routes per address: far above the needs of health probes and readers of the documentation. */
export const PUBLIC: Limit = { requests: 6000, seconds: 60 };
/** Limit of wrong secrets per address. */
export const FAILURES: Limit = { requests: 20, seconds: 15 * 60 };

/** Limit of a link: calendar programs fetch once an hour, and a link that has leaked must not use up more. */
export const LINKS: Limit = { requests: 60, seconds: 60 };

const SETTING = 'rate limits';

/** Limit of test messages to hooks per account: without it, an account could scan networks from our address. */
export const PINGS: Limit = { requests: 10, seconds: 60 };

/** Limit of hook replays per account: each may send a month of messages. */
export const REPLAYS: Limit = { requests: 10, seconds: 60 };

/** All visitors of a website share a public key: together they may send this many times the requests of one visitor. */
const VISITORS = 100;

/** The remaining quota of a request. */
type State = readonly [quota: Quota, allowance: Allowance];

/** All rate limits of an instance of the service (ADR 11). */
export class RateLimits {
  /** Requests of accounts by verified access key, unless its scope is `public`. */
  readonly credentials: Quota;
  /** Requests with public keys, by key and address, and of all addresses together. */
  private readonly visitors: Quota;
  private readonly publicKeys: Quota;
  readonly links = new Quota('link', LINKS);
  /** Failed requests without valid credentials, by address. */
  readonly addresses: Quota;
  readonly failures = new Quota('failures', FAILURES);
  /** Health probes have a quota of their own, so that a flood of document requests does not make them fail. */
  readonly probes = new Quota('probes', PUBLIC);
  readonly documents = new Quota('documents', PUBLIC);
  readonly pings = new Quota('pings', PINGS);
  readonly replays = new Quota('replays', REPLAYS);
  private readonly counted = new RequestValue<boolean>('counted');

  constructor(limit: Limit) {
    this.credentials = new Quota('credential', limit);
    this.visitors = new Quota('visitor', limit);
    this.publicKeys = new Quota('public-key', { ...limit, requests: VISITORS * limit.requests });
    this.addresses = new Quota('address', limit);
  }

  /** Counts a request. @throws TOO_MANY_REQUESTS */
  spend(quota: Quota, key: string, request: Request, response: Response): void {
    const allowance = quota.take(key);
    this.tell([[quota, allowance]], request, response);
    if (allowance.left < 0) throw exceeded([[quota, allowance]]);
  }

  /**
   * Counts a request with a public key, for its visitor and then for all visitors. A rejected request counts for its
   * visitor only, so that one excessive visitor does not use up the quota of all. @throws TOO_MANY_REQUESTS
   */
  spendAsVisitor(credential: number, request: Request, response: Response): void {
    const key = String(credential);
    const own = this.visitors.take(`${key} ${clientAddress(request, 64)}`);
    const all = own.left < 0 ? this.publicKeys.look(key) : this.publicKeys.take(key);
    const states: readonly State[] = [
      [this.visitors, own],
      [this.publicKeys, all],
    ];
    this.tell(states, request, response);
    const over = states.filter(([, { left }]) => left < 0);
    if (over.length > 0) throw exceeded(over);
  }

  /** Writes the rate limit headers and marks the request as counted. */
  tell(states: readonly State[], request: Request, response: Response): void {
    this.pass(request);
    const left = states.map(([{ name }, state]) => `"${name}";r=${Math.max(0, state.left)};t=${state.seconds}`);
    response.setHeader('RateLimit-Policy', states.map(([{ policy }]) => policy).join(', '));
    response.setHeader('RateLimit', left.join(', '));
  }

  /** Exempts a request from being counted as a failure. */
  pass(request: Request): void {
    this.counted.set(request, true);
  }

  /** Counts a request that failed before it was counted; returns a problem if the limit is exceeded. */
  refusal(request: Request, response: Response): Problem | undefined {
    if (this.counted.get(request) || response.headersSent) return undefined;
    const allowance = this.addresses.take(clientAddress(request));
    this.tell([[this.addresses, allowance]], request, response);
    return allowance.left < 0 ? exceeded([[this.addresses, allowance]]) : undefined;
  }
}

/** The problem for exceeded limits. */
export function exceeded(states: readonly State[]): Problem {
  for (const [{ name: limit }] of states) increment('rate_limited_total', { limit });
  return problems.tooManyRequests(Math.max(...states.map(([, { seconds }]) => seconds)));
}

/** Enables rate limits for an application. */
export function setRateLimits(app: Application, limit: Limit | 'off'): void {
  if (limit !== 'off') app.set(SETTING, new RateLimits(limit));
}

/** The limits for a request; undefined when they are disabled. */
export const limitsOf = (request: Request): RateLimits | undefined =>
  request.app.get(SETTING) as RateLimits | undefined; // set by setRateLimits

const DOCUMENTS = /^\/(docs|api\/v1\/openapi\.json)(?![^/?])/i;

/** Applies the limit of public routes to the documentation, which needs no credentials. */
export function limitDocuments(request: Request, response: Response, next: NextFunction): void {
  if (DOCUMENTS.test(request.url)) {
    const limits = limitsOf(request);
    limits?.spend(limits.documents, clientAddress(request), request, response);
  }
  next();
}
