import { createClient as createGenerated, createConfig, type Client } from './generated/client/index.js';
import type { Problem } from './generated/types.gen.js';
import { CursorExpiredError, ProblemError } from './problem-error.js';
import { retryAfterMs } from './retry-after.js';
import { retryingFetch, type RetryLimits } from './retrying-fetch.js';

/** Address of the service, and the key pair that every request sends. */
export interface ClientOptions {
  /** Root URL of the service, such as `https://directory.example`. */
  readonly baseUrl: string;
  readonly accessKey: string;
  /** In a browser, use only the secret of a `public` pair: visitors can read it. */
  readonly secretKey: string;
  readonly retry?: RetryLimits;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function problemOf(body: unknown, response: Response, { method, url }: Request): ProblemError {
  const problem: Partial<Problem> = isObject(body) ? body : {};
  const request = `${method} ${new URL(url).pathname}`;
  const Kind = problem.code === 'CURSOR_EXPIRED' ? CursorExpiredError : ProblemError;
  return new Kind(response.status, request, problem, retryAfterMs(response));
}

/** Returns a UUID. `crypto.randomUUID` does not exist in pages without TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const [version, variant] = [6, 8];
  const marked = [...bytes].map((byte, at) => {
    if (at === version) return (byte & 0x0f) | 0x40;
    return at === variant ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = marked.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Creates a client for the operations of this package. Every response other than 2xx is thrown as a {@link
 * ProblemError}.
 * Every POST sends an `Idempotency-Key`, given or random, which stays the same in all attempts.
 * @throws TypeError if `baseUrl` is not a URL
 */
export function createClient({ baseUrl, accessKey, secretKey, retry, fetch }: ClientOptions): Client {
  const { href } = new URL(baseUrl);
  const client = createGenerated(
    createConfig({
      baseUrl: href.replace(/\/+$/, ''),
      headers: { 'x-access-key': accessKey, 'x-secret-key': secretKey },
      // The client passes only a Request.
      fetch: retryingFetch((request) => (fetch ?? globalThis.fetch)(request), retry) as typeof globalThis.fetch,
      // Redirects are not followed, because the keys are meant only for this host.
      redirect: 'manual',
      throwOnError: true,
    }),
  );
  client.interceptors.request.use((request) => {
    if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', randomKey());
    }
    return request;
  });
  client.interceptors.error.use((error, response: Response | undefined, request) =>
    response ? problemOf(error, response, request) : error,
  );
  return client;
}
