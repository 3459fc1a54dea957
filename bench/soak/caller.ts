import { request } from 'undici';
import type { Keys } from '../servers/service.js';

/** Milliseconds after a restart in which a request may still fail. */
const AFTER_MS = 1_000;

/** Something that must not happen. */
export interface Fault {
  readonly second: number;
  readonly kind: string;
  readonly what: string;
  /** Id of the request in the log of the service. */
  readonly requestID: string;
}

/** The faults of a run. Requests may fail while the database restarts, and for a second after that. */
export class Faults {
  readonly list: Fault[] = [];
  /** Failed requests that a restart excuses. */
  excused = 0;
  private readonly outages: { readonly from: number; to: number }[] = [];
  private readonly started = performance.now();

  /** Milliseconds since the start of the run. */
  get now(): number {
    return performance.now() - this.started;
  }

  async during(restart: () => Promise<unknown>): Promise<void> {
    const outage = { from: this.now, to: Infinity };
    this.outages.push(outage);
    await restart();
    outage.to = this.now + AFTER_MS;
  }

  add(kind: string, what: string, requestID = ''): void {
    this.list.push({ second: Math.round(this.now / 1000), kind, what, requestID });
  }

  /** Records a failed request. A restart excuses those that were under way at that time. */
  addFailure(since: number, kind: string, what: string, requestID = ''): void {
    if (this.outages.some(({ from, to }) => since <= to && this.now >= from)) this.excused += 1;
    else this.add(kind, what, requestID);
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** @throws SyntaxError if the text is not JSON */
  json: <Body>() => Body;
}

interface Sent {
  readonly keys?: Keys;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text unchanged. */
  readonly body?: object | string;
}

/** Calls the processes of a service, and records their faults. */
export class Caller {
  /** Number of completed turns of each part of the load. */
  readonly done: Record<string, number> = {};

  constructor(
    readonly urls: readonly string[],
    readonly operator: Keys,
    readonly faults: Faults,
  ) {}

  count(part: string): void {
    this.done[part] = (this.done[part] ?? 0) + 1;
  }

  /** @returns undefined if there is no answer, or a status of 500 and above */
  async call(process: number, method: string, path: string, sent: Sent = {}): Promise<Answer | undefined> {
    const { keys = this.operator, headers = {}, body } = sent;
    const what = `${method} ${path}`;
    const since = this.faults.now;
    try {
      const answer = await request(`${this.urls[process % this.urls.length]}${path}`, {
        method,
        headers: { ...keys, ...(typeof body === 'object' && { 'content-type': 'application/json' }), ...headers },
        body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
      });
      const text = await answer.body.text();
      const { statusCode: status } = answer;
      this.count(status === 304 ? 'not modified' : 'answers');
      const requestID = String(answer.headers['x-request-id']);
      if (status >= 500) {
        this.faults.addFailure(since, String(status), what, requestID);
        return undefined;
      }
      if (status >= 400) this.faults.add(String(status), `${what}: ${text}`, requestID);
      return { status, headers: answer.headers, text, json: <Body>() => JSON.parse(text) as Body };
    } catch (error) {
      this.faults.addFailure(since, 'no answer', `${what}: ${String(error)}`);
      return undefined;
    }
  }

  /** Reads a path from every process after a write: each of them must show the write. */
  async mustShow<Body>(path: string, shows: (body: Body) => boolean, keys: Keys): Promise<void> {
    await Promise.all(
      this.urls.map(async (_, process) => {
        const answer = await this.call(process, 'GET', path, { keys });
        if (answer?.status !== 200) return;
        this.count('reads after writes');
        if (shows(answer.json<Body>())) return;
        this.faults.add('stale', `GET ${path} of process ${process}`, String(answer.headers['x-request-id']));
      }),
    );
  }
}
