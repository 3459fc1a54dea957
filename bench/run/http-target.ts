import autocannon from 'autocannon';
import type { RequestClass } from '../classes/request-class.js';
import { ask, type Answer } from './ask.js';
import type { ServerProcess } from './server-process.js';
import { measuredOf, type Measured } from './statistics.js';
import { CONNECTIONS, FEWEST, rotated, WARM_UP_SECONDS, type Span, type Target, type TargetName } from './target.js';

const TIMEOUT_SECONDS = 300;
const ETAG_BATCH = 16;

interface Request {
  readonly path: string;
  readonly headers: Record<string, string>;
}

/** A server over HTTP, driven by autocannon. */
export class HttpTarget implements Target {
  private readonly etags = new Map<string, string>();

  constructor(
    readonly name: TargetName,
    readonly server: ServerProcess,
    private readonly headers: Record<string, string>,
  ) {}

  async measure(requests: RequestClass, { seconds, signal }: Span): Promise<Measured> {
    const made = await this.requestsOf(requests);
    const status = requests.isConditional ? 304 : 200;
    const drive = (extent: Extent) => this.drive(made, status, extent, signal);
    const begun = WARM_UP_SECONDS * 1000;
    const responses = await drive({ duration: WARM_UP_SECONDS + seconds });
    const inTime = responses.filter(({ at }) => at >= begun && at < begun + seconds * 1000);
    if (inTime.length >= FEWEST)
      return measuredOf(
        inTime.map(({ took }) => took),
        seconds,
      );
    // Slower than the time that it was given: then by how long so many take.
    const few = await drive({ amount: FEWEST });
    return measuredOf(
      few.map(({ took }) => took),
      Math.max(...few.map(({ at }) => at)) / 1000,
    );
  }

  /** The answer to one request. */
  ask(path: string, more: Record<string, string> = {}): Promise<Answer> {
    return ask(this.server.url + path, { ...this.headers, ...more });
  }

  private async requestsOf({ paths, isConditional }: RequestClass): Promise<Request[]> {
    if (isConditional) await this.learnETags([...new Set(paths)].filter((path) => !this.etags.has(path)));
    return paths.map((path) => {
      const etag = this.etags.get(path);
      return { path, headers: isConditional && etag ? { ...this.headers, 'if-none-match': etag } : this.headers };
    });
  }

  private async learnETags(paths: readonly string[]): Promise<void> {
    for (let at = 0; at < paths.length; at += ETAG_BATCH) {
      const batch = paths.slice(at, at + ETAG_BATCH);
      const answers = await Promise.all(batch.map((path) => this.ask(path)));
      answers.forEach(({ etag }, index) => this.etags.set(batch[index] ?? '', etag));
    }
  }

  private async drive(
    requests: readonly Request[],
    status: number,
    extent: Extent,
    signal: AbortSignal,
  ): Promise<Response[]> {
    const { responses, wrong } = await fire(this.server.url, requests, status, extent, signal);
    if (wrong.size === 0) return responses;
    const said = [...wrong].map(([what, count]) => `${count} x ${what}`).join(', ');
    throw new Error(`${this.name} answered ${said}, such as ${requests[0]?.path}\n${this.server.lastWords}`);
  }
}

type Extent = { readonly duration: number } | { readonly amount: number };

/** When a response was there, and how long it took, in milliseconds. */
interface Response {
  readonly at: number;
  readonly took: number;
}

function fire(url: string, requests: readonly Request[], status: number, extent: Extent, signal: AbortSignal) {
  const responses: Response[] = [];
  const wrong = new Map<string, number>();
  const note = (what: string) => wrong.set(what, (wrong.get(what) ?? 0) + 1);
  let connection = 0;
  return new Promise<{ responses: Response[]; wrong: Map<string, number> }>((resolve, reject) => {
    signal.throwIfAborted();
    let begun = performance.now();
    const instance = autocannon(
      {
        url,
        connections: CONNECTIONS,
        timeout: TIMEOUT_SECONDS,
        sampleInt: 50,
        skipAggregateResult: true,
        // Every connection gets its own order; autocannon would let all of them ask the same at once.
        setupClient: (client) => client.setRequests(rotated(requests, connection++)),
        ...extent,
      },
      (error: Error | null) => {
        signal.removeEventListener('abort', stop);
        if (signal.aborted) reject(signal.reason as Error);
        else if (error) reject(error);
        else resolve({ responses, wrong });
      },
    );
    const stop = () => instance.stop();
    signal.addEventListener('abort', stop);
    instance.on('start', () => (begun = performance.now()));
    instance.on('reqError', (error: Error) => note(error.message));
    instance.on('response', (_, code, __, took) => {
      responses.push({ at: performance.now() - begun, took });
      if (code !== status) note(`status ${code}`);
    });
  });
}
