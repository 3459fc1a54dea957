import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Pool, request } from 'undici';

/** Requests under way at any time; fewer responses are no measurement. */
const CONNECTIONS = 8;
const TIMEOUT_MS = 30_000;

/** As browsers and Node's `fetch` send it over HTTPS. */
const ACCEPTED = { 'accept-encoding': 'br, gzip, deflate' };
const DECODERS = new Map([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
]);

type Headers = Readonly<Record<string, string>>;

export interface Request {
  readonly path: string;
  readonly etag?: string | undefined;
}

export interface Load {
  readonly url: string;
  readonly headers: Headers;
  /** Sent in this order by all connections together, and again when they are used up. */
  readonly requests: readonly Request[];
  /** The first of them. */
  readonly from: number;
  readonly extent: { readonly duration: number } | { readonly amount: number };
  readonly statuses: readonly number[];
}

/** Sends requests, until there are enough responses to measure. @throws Error at a wrong status */
export async function fire({ url, headers, requests, from, extent, statuses }: Load) {
  const pool = new Pool(url, { connections: CONNECTIONS, headersTimeout: TIMEOUT_MS });
  const begun = performance.now();
  const passed = () => (performance.now() - begun) / 1000;
  let count = 0;
  const sent = { ...ACCEPTED, ...headers };
  const isOver = () =>
    'amount' in extent ? count >= extent.amount : count >= CONNECTIONS && passed() > extent.duration;
  const sendInTurn = async () => {
    while (!isOver()) {
      const { path = '/', etag } = requests[(from + count++) % requests.length] ?? {};
      const status = await send(pool, path, etag ? { ...sent, 'if-none-match': etag } : sent);
      if (!statuses.includes(status)) throw new Error(`status ${status} from ${url}${path}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, sendInTurn));
  } finally {
    await pool.destroy();
  }
  return { count, seconds: passed() };
}

/** The body is received and not read: a stream for each would take as much processor time as the server. */
const send = (pool: Pool, path: string, headers: Headers): Promise<number> =>
  new Promise((resolve, reject) => {
    let status = 0;
    pool.dispatch(
      { path, method: 'GET', headers },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, statusCode) => void (status = statusCode),
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(status),
        onResponseError: (_, error) => reject(error),
      },
    );
  });

/** One request as the load sends it: `fetch` would add `Cache-Control: no-cache` to a conditional one. */
export async function ask(url: string, headers: Headers) {
  // Drawing requests takes longer than a server keeps an idle connection open.
  const { statusCode, body, headers: its } = await request(url, { headers: { ...ACCEPTED, ...headers }, reset: true });
  const bytes = Buffer.from(await body.arrayBuffer());
  const decode = DECODERS.get(String(its['content-encoding']));
  return { status: statusCode, body: String(decode ? decode(bytes) : bytes), etag: String(its['etag'] ?? '') };
}
