import autocannon from 'autocannon';
import { request } from 'undici';

/** Requests under way at any time. */
export const CONNECTIONS = 8;
/** Fewer responses than these are no measurement. */
const FEWEST = CONNECTIONS;
const TIMEOUT_SECONDS = 30;

/** A request, and headers beside those of all requests. */
export interface Request {
  readonly path: string;
  readonly etag?: string | undefined;
}

export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in this order by all connections together, and again when they are used up. */
  readonly requests: readonly Request[];
  /** The first of them. */
  readonly from: number;
  /** How long, or as many requests as `amount`. */
  readonly seconds: number;
  readonly amount?: number;
  readonly statuses: readonly number[];
  readonly signal: AbortSignal;
}

/** Times in milliseconds. */
export interface LoadResult {
  /** Responses. */
  readonly count: number;
  /** Requests of the list that were sent, answered or not. */
  readonly sent: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** Sends requests for some time, or until there are enough responses to measure. @throws Error at a wrong status */
export async function fire(load: Load): Promise<LoadResult> {
  const result = await run(load);
  if (result.count >= FEWEST || load.amount !== undefined) return result;
  return run({ ...load, from: load.from + result.sent, amount: FEWEST });
}

async function run({ url, headers, requests, from, seconds, amount, statuses, signal }: Load): Promise<LoadResult> {
  signal.throwIfAborted();
  const times: number[] = [];
  const faults = new Map<string, number>();
  const count = (fault: string) => faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const sent = Array.from({ length: CONNECTIONS }, () => 0);
  let connection = 0;
  const begun = performance.now();
  await new Promise<void>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      headers: { ...headers },
      connections: CONNECTIONS,
      timeout: TIMEOUT_SECONDS,
      sampleInt: 50,
      skipAggregateResult: true,
      ...(amount === undefined ? { duration: seconds } : { amount }),
      setupClient: (client) => {
        const own = connection++;
        client.setRequests(
          ownRequests(requests, from + own).map(({ path, etag }) => ({
            path,
            headers: etag ? { ...headers, 'if-none-match': etag } : { ...headers },
          })),
        );
        client.on('response', (status: number, _, took: number) => {
          sent[own] = (sent[own] ?? 0) + 1;
          times.push(took);
          if (!statuses.includes(status)) count(`status ${status}`);
        });
      },
    };
    const instance = autocannon(options, (error: Error | null) => {
      signal.removeEventListener('abort', stop);
      if (error) reject(error);
      else resolve();
    });
    const stop = () => instance.stop();
    signal.addEventListener('abort', stop);
    instance.on('reqError', (error: Error) => count(error.message));
  });
  signal.throwIfAborted();
  const took = (performance.now() - begun) / 1000;
  if (faults.size > 0) {
    const words = [...faults].map(([fault, number]) => `${number} x ${fault}`).join(', ');
    throw new Error(`${words}, from ${url}${requests[from % requests.length]?.path}`);
  }
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  // A further request of each connection was under way.
  return {
    count: times.length,
    sent: (Math.max(...sent) + 1) * CONNECTIONS,
    seconds: took,
    p50: at(0.5),
    p99: at(0.99),
  };
}

/** Every eighth from one on: together the connections send each request once. */
function ownRequests(requests: readonly Request[], from: number): Request[] {
  const start = from % requests.length;
  const turned = [...requests.slice(start), ...requests.slice(0, start)];
  return turned.filter((_, at) => at % CONNECTIONS === 0);
}

export interface Response {
  readonly status: number;
  readonly body: string;
  readonly etag: string;
}

/** One request with just these headers: `fetch` would add `Cache-Control: no-cache` to a conditional one. */
export async function ask(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const { statusCode, body, headers: given } = await request(url, { headers });
  return { status: statusCode, body: await body.text(), etag: String(given['etag'] ?? '') };
}
