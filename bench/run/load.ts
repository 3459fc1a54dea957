import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Pool, request } from 'undici';

/** Concurrent requests. Fewer responses than this are not a measurement. */
const CONNECTIONS = 8;
const TIMEOUT_MS = 30_000;

/** The encodings that browsers and Node's `fetch` accept over HTTPS. */
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
  /** All connections together send them in this order, and start again at the end. */
  readonly requests: readonly Request[];
  /** The index of the first one. */
  readonly from: number;
  readonly extent: { readonly duration: number } | { readonly amount: number };
  readonly statuses: readonly number[];
}

/** Sends requests until there are enough responses to measure. @throws Error at an unexpected status */
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

/** Receives the body without reading it: a stream per response would take as much processor time as the server. */
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

/** Sends one request as the load does: `fetch` would add `Cache-Control: no-cache` to a conditional one. */
export async function ask(url: string, headers: Headers) {
  // Drawing requests takes longer than a server keeps an idle connection open.
  const { statusCode, body, headers: its } = await request(url, { headers: { ...ACCEPTED, ...headers }, reset: true });
  const bytes = Buffer.from(await body.arrayBuffer());
  const decode = DECODERS.get(String(its['content-encoding']));
  return { status: statusCode, body: String(decode ? decode(bytes) : bytes), etag: String(its['etag'] ?? '') };
}
