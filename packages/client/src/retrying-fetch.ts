import { backoffMs, pause } from './pause.js';
import { retryAfterMs } from './retry-after.js';

/** Limits of retries. */
export interface RetryLimits {
  /** Attempts per request, including the first; 1 disables retries. Default: 5. */
  readonly attempts?: number;
  /** Longest total wait between the attempts of a request, in milliseconds. Default: one minute. */
  readonly maxWaitMs?: number;
}

export type Fetch = (request: Request) => Promise<Response>;

/** The service has not processed the request: too many requests, no database, or the same request is still running. */
const REFUSED = new Set([429, 503]);
const isRefused = ({ status, headers }: Response): boolean =>
  REFUSED.has(status) || (status === 409 && headers.has('retry-after'));
/** A proxy lost its connection to the service: the request may have been processed. */
const LOST = new Set([502, 504]);
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a second execution of the request has no further effect. */
const isRepeatable = ({ method, headers }: Request): boolean =>
  SAFE.has(method) || (method === 'POST' && headers.has('idempotency-key'));

/** Reads a JSON body completely, so that a broken connection is a failure of this attempt. */
async function received(response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.body || !/^application\/(\S+\+)?json\b/i.test(type)) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

/** Returns a `fetch` that retries refused requests (429, 503), and lost ones if they cannot take effect twice. */
export function retryingFetch(send: Fetch, { attempts = 5, maxWaitMs = 60_000 }: RetryLimits = {}): Fetch {
  return async (request) => {
    let waited = 0;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts;
      const sent = isLast ? request : new Request(request.clone(), { signal: request.signal });
      let response: Response | undefined;
      let failure: unknown;
      try {
        response = await received(await send(sent));
      } catch (error) {
        failure = error;
      }
      const isLost = !response || LOST.has(response.status);
      const mayRepeat = (response && isRefused(response)) || (isLost && isRepeatable(request));
      const asked = (response && retryAfterMs(response)) ?? 0;
      const delay = asked + backoffMs(attempt - 1, 250, 10_000);
      // The use here keeps the copy: Node.js forgets the signal of a request that is collected as garbage.
      if (sent.signal.aborted || isLast || !mayRepeat || waited + delay > maxWaitMs) {
        if (response) return response;
        throw failure;
      }
      await response?.body?.cancel();
      await pause(delay, request.signal);
      waited += delay;
    }
  };
}
