import { request } from 'undici';
import type { Keys } from '../servers/service.js';
import type { Faults } from './faults.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** @throws SyntaxError when the text is no JSON */
  json: <Body>() => Body;
}

interface Sent {
  readonly keys?: Keys;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text as it is. */
  readonly body?: object | string;
  /** Statuses that are no faults, besides 2xx and 304. */
  readonly allowed?: readonly number[];
}

type Work = 'answers' | 'reads after writes' | 'not modified' | 'feeds' | 'files of the inbox' | 'exports';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls the processes of a service, and keeps what goes wrong. */
export class Caller {
  /** How often each part of the load has come to its end. */
  readonly done: Record<Work, number> = {
    answers: 0,
    'reads after writes': 0,
    'not modified': 0,
    feeds: 0,
    'files of the inbox': 0,
    exports: 0,
  };

  constructor(
    readonly urls: readonly string[],
    private readonly operator: Keys,
    readonly faults: Faults,
  ) {}

  /** @returns undefined when there is no answer, or one of 500 and above */
  async call(process: number, method: Method, path: string, sent: Sent = {}): Promise<Answer | undefined> {
    const { keys = this.operator, headers = {}, body, allowed = [] } = sent;
    const what = `${method} ${path}`;
    const since = this.faults.now;
    try {
      const answer = await request(`${this.urls[process % this.urls.length]}${path}`, {
        method,
        headers: { ...keys, ...(typeof body === 'object' && { 'content-type': 'application/json' }), ...headers },
        body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
      });
      const text = await answer.body.text();
      this.done.answers += 1;
      const { statusCode: status } = answer;
      if (status === 304) this.done['not modified'] += 1;
      const requestID = String(answer.headers['x-request-id']);
      if (status >= 500) {
        this.faults.addFailure(since, String(status), what, requestID);
        return undefined;
      }
      if (status >= 400 && !allowed.includes(status)) this.faults.add(String(status), `${what}: ${text}`, requestID);
      return { status, headers: answer.headers, text, json: <Body>() => JSON.parse(text) as Body };
    } catch (error) {
      this.faults.addFailure(since, 'no answer', `${what}: ${String(error)}`);
      return undefined;
    }
  }

  /**
   * Reads a path by every process after a write: each of them must show it.
   *
   * @param shows whether a body has what was written
   */
  async mustShow<Body>(path: string, shows: (body: Body) => boolean, keys?: Keys): Promise<void> {
    await Promise.all(
      this.urls.map(async (_, process) => {
        const answer = await this.call(process, 'GET', path, keys ? { keys } : {});
        if (answer?.status !== 200) return;
        this.done['reads after writes'] += 1;
        if (shows(answer.json<Body>())) return;
        this.faults.add('stale', `GET ${path} of process ${process}`, String(answer.headers['x-request-id']));
      }),
    );
  }
}
