import type { RequestClass } from '../classes/request-class.js';
import { ask, CONNECTIONS, fire, type Request, type Response } from '../load/load.js';
import type { PostgresCpu } from '../servers/postgres-cpu.js';
import type { ServerUsage } from '../servers/server-probe.js';
import type { ServerProcess } from '../servers/server-process.js';
import type { Measured } from './results.js';
import type { Side } from './side.js';
import { isFresh, type State } from './states.js';

/** The measured servers. `baseline`: the service of another commit. */
export const TARGETS = ['service', 'floor', 'usual', 'baseline'] as const;
export type TargetName = (typeof TARGETS)[number];

const WARM_SECONDS = 0.3;

/**
 * The new requests of a target: every so many. The requests of another target would find their pages in the memory of
 * PostgreSQL.
 */
export interface Turn {
  readonly at: number;
  readonly of: number;
}

/** A measured server, and the requests to it. */
export class Target {
  /** How many new requests were sent, by class. */
  private readonly used = new Map<string, number>();
  private readonly etags = new Map<string, string>();

  constructor(
    readonly name: TargetName,
    readonly side: Side,
    readonly server: ServerProcess,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly turn: Turn,
    private readonly postgres: PostgresCpu | undefined,
  ) {}

  ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return ask(this.server.url + path, { ...this.headers, ...headers });
  }

  /** The usual service caches nothing, and its tables are not written to. */
  measures({ isUnusual, fresh }: RequestClass, state: State): boolean {
    return this.name === 'usual' ? !isUnusual && state.kind === 'again' : !isFresh(state) || fresh.length > 0;
  }

  /** Sends requests that are not measured, so that code is compiled. */
  async warm(requests: RequestClass, seconds: number, signal: AbortSignal): Promise<void> {
    const state: State = { kind: requests.fresh.length > 0 ? 'never' : 'again', commits: 0 };
    await this.fire(requests, await this.requestsOf(requests, state), state, { seconds, signal });
  }

  async measure(requests: RequestClass, state: State, seconds: number, signal: AbortSignal): Promise<Measured> {
    const list = await this.requestsOf(requests, state);
    // The cache gets every repeated request; other targets are warmed up.
    const isCaching = state.kind === 'again' && (this.name === 'service' || this.name === 'baseline');
    const warmUp = isCaching ? { amount: Math.max(CONNECTIONS, list.length) } : {};
    await this.fire(requests, list, state, { seconds: WARM_SECONDS, signal, ...warmUp });
    const from = this.used.get(requests.key) ?? 0;
    const before = await this.usage();
    const fired = await this.fire(requests, list, state, { seconds, signal });
    const after = await this.usage();
    const each = (name: 'cpu' | 'postgres' | 'statements') => (after[name] - before[name]) / fired.count;
    return {
      rate: fired.count / fired.seconds,
      p50: fired.p50,
      p99: fired.p99,
      node: each('cpu'),
      postgres: this.postgres && each('postgres'),
      statements: each('statements'),
      hits: hitsBetween(before.answers, after.answers),
      repeated: isFresh(state) ? Math.min(1, Math.max(0, from + fired.sent - list.length) / fired.sent) : 0,
    };
  }

  private async usage() {
    return { ...(await this.server.usage()), postgres: this.postgres?.now() ?? 0 };
  }

  private async fire(
    { key, isConditional }: RequestClass,
    requests: readonly Request[],
    state: State,
    span: { readonly seconds: number; readonly signal: AbortSignal; readonly amount?: number },
  ) {
    const from = isFresh(state) ? (this.used.get(key) ?? 0) : 0;
    // A written listing has another ETag.
    const statuses = isConditional ? (state.kind === 'written' ? [304, 200] : [304]) : [200];
    const { server, headers } = this;
    const fired = await fire({ url: server.url, headers, requests, from, statuses, ...span }).catch(
      (error: unknown) => {
        throw new Error(`${this.name}: ${String(error)}\n${server.lastOutput}`, { cause: error });
      },
    );
    if (isFresh(state)) this.used.set(key, from + fired.sent);
    return fired;
  }

  private async requestsOf({ paths, fresh, isConditional }: RequestClass, state: State): Promise<readonly Request[]> {
    if (isFresh(state)) {
      return fresh.filter((_, number) => number % this.turn.of === this.turn.at).map((path) => ({ path }));
    }
    if (isConditional) {
      for (const path of new Set(paths)) {
        if (!this.etags.has(path)) this.etags.set(path, (await this.ask(path)).etag);
      }
    }
    return paths.map((path) => ({ path, etag: isConditional ? this.etags.get(path) : undefined }));
  }
}

/** The share of lists that were not read again; `undefined` without lists. */
function hitsBetween(before: ServerUsage['answers'], after: ServerUsage['answers']): number | undefined {
  const of = (...events: (keyof ServerUsage['answers'])[]) =>
    events.reduce((sum, event) => sum + after[event] - before[event], 0);
  const all = of('hit', 'unchanged', 'miss'); // a shared list is a miss before
  return all > 0 ? of('hit', 'unchanged', 'shared') / all : undefined;
}
