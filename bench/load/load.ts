import autocannon from 'autocannon';
import { Agent, request } from 'undici';

/** Requests under way at any time; fewer responses are no measurement. */
export const CONNECTIONS = 8;
const TIMEOUT_SECONDS = 30;

/** A request, and a header beside those of all requests. */
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
  /** How long, or a number of requests. */
  readonly extent: { readonly duration: number } | { readonly amount: number };
  readonly statuses: readonly number[];
}

export interface LoadResult {
  readonly count: number;
  /** Requests of the list that were sent, answered or not. */
  readonly sent: number;
  readonly seconds: number;
}

/** Sends requests, until there are enough responses to measure. @throws Error at a wrong status */
export async function fire(load: Load): Promise<LoadResult> {
  const result = await run(load);
  if (result.count >= CONNECTIONS) return result;
  return run({ ...load, from: load.from + result.sent, extent: { amount: CONNECTIONS } });
}

async function run({ url, headers, requests, from, extent, statuses }: Load): Promise<LoadResult> {
  const faults = new Map<string, number>();
  const addFault = (fault: string) => faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const sent = Array.from({ length: CONNECTIONS }, () => 0);
  let connections = 0;
  const setupClient = (client: autocannon.Client) => {
    const own = connections++;
    const all = ownRequests(requests, from + own);
    client.setRequests(
      all.map(({ path, etag }) => ({ path, headers: etag ? { ...headers, 'if-none-match': etag } : { ...headers } })),
    );
    client.on('response', (status: number) => {
      sent[own] = (sent[own] ?? 0) + 1;
      if (!statuses.includes(status)) addFault(`status ${status}`);
    });
  };
  const fixed = { connections: CONNECTIONS, timeout: TIMEOUT_SECONDS, sampleInt: 50, skipAggregateResult: true };
  const begun = performance.now();
  await new Promise<void>((resolve, reject) => {
    autocannon({ url, ...fixed, ...extent, setupClient }, (error: Error | null) =>
      error ? reject(error) : resolve(),
    ).on('reqError', (error: Error) => addFault(error.message));
  });
  const seconds = (performance.now() - begun) / 1000;
  if (faults.size > 0) throw new Error(`${JSON.stringify([...faults])} from ${requests[from % requests.length]?.path}`);
  // A further request of each connection was under way.
  return { count: sent.reduce((sum, each) => sum + each, 0), sent: (Math.max(...sent) + 1) * CONNECTIONS, seconds };
}

/** Every eighth from one on: together the connections send each request once. */
function ownRequests(requests: readonly Request[], from: number): Request[] {
  const start = from % requests.length;
  return [...requests.slice(start), ...requests.slice(0, start)].filter((_, at) => at % CONNECTIONS === 0);
}

/** Servers close connections that are idle for longer. */
const dispatcher = new Agent({ keepAliveMaxTimeout: 1_000 });

/** One request with just these headers: `fetch` would add `Cache-Control: no-cache` to a conditional one. */
export async function ask(url: string, headers: Readonly<Record<string, string>>) {
  const { statusCode, body, headers: its } = await request(url, { headers, dispatcher });
  return { status: statusCode, body: await body.text(), etag: String(its['etag'] ?? '') };
}
