import type { RequestClass } from '../classes/request-class.js';
import { ask, fire, type Load, type Request } from '../load/load.js';
import { postgresCpu } from '../servers/postgres-cpu.js';
import type { ServerUsage } from '../servers/server-probe.js';
import type { ServerProcess } from '../servers/server-process.js';
import type { Sums } from './results.js';
import type { Side } from './side.js';
import { isFresh, type State } from './states.js';

/** The measured servers. `baseline`: the service of another commit. */
export const TARGETS = ['service', 'floor', 'usual', 'baseline'] as const;
export type TargetName = (typeof TARGETS)[number];

/** Servers of a run. Each has new requests of its own: others would warm PostgreSQL up for it. */
export const TOGETHER = 3;
const WARM_SECONDS = 0.3;

/** A measured server, and the requests to it. */
export class Target {
  /** How many new requests were sent, by class. */
  private readonly used = new Map<string, number>();

  constructor(
    readonly name: TargetName,
    /** Its number among the targets. */
    private readonly at: number,
    readonly side: Side,
    private readonly server: ServerProcess,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly backend: number,
  ) {}

  ask(path: string, headers: Readonly<Record<string, string>> = {}) {
    return ask(this.server.url + path, { ...this.headers, ...headers });
  }

  /** Sends requests that are not measured, so that code is compiled. */
  async warm(requests: RequestClass, seconds: number): Promise<void> {
    const state: State = { kind: requests.fresh.length > 0 ? 'never' : 'again', commits: 0 };
    await this.fire(requests, await this.requestsOf(requests, state), state, { duration: seconds });
  }

  async measure(requests: RequestClass, state: State, seconds: number): Promise<Sums> {
    const list = await this.requestsOf(requests, state);
    // A cache gets every repeated request; other targets are warmed up.
    const isCaching = state.kind === 'again' && (this.name === 'service' || this.name === 'baseline');
    await this.fire(requests, list, state, isCaching ? { amount: list.length } : { duration: WARM_SECONDS });
    const from = this.used.get(requests.key) ?? 0;
    const before = await this.usage();
    const { count, sent, seconds: took, p50, p99 } = await this.fire(requests, list, state, { duration: seconds });
    const after = await this.usage();
    const events = (...names: (keyof ServerUsage['answers'])[]) =>
      names.reduce((sum, event) => sum + after.answers[event] - before.answers[event], 0);
    return {
      count,
      seconds: took,
      p50: p50 * count,
      p99: p99 * count,
      node: after.cpu - before.cpu,
      postgres: after.postgres - before.postgres,
      statements: after.statements - before.statements,
      lists: events('hit', 'unchanged', 'miss'), // a shared list is a miss before
      hits: events('hit', 'unchanged', 'shared'),
      repeated: isFresh(state) ? Math.min(sent, Math.max(0, from + sent - list.length)) : 0,
      commits: 0,
    };
  }

  private async usage() {
    return { ...(await this.server.usage()), postgres: postgresCpu(this.backend) ?? 0 };
  }

  private async fire(requests: RequestClass, list: readonly Request[], state: State, extent: Load['extent']) {
    const { key, isConditional } = requests;
    const from = isFresh(state) ? (this.used.get(key) ?? 0) : 0;
    // A written listing has another ETag.
    const statuses = isConditional ? (state.kind === 'written' ? [304, 200] : [304]) : [200];
    const { server, headers } = this;
    const fired = await fire({ url: server.url, headers, requests: list, from, statuses, extent }).catch(
      (cause: unknown) => {
        throw new Error(`${this.name}: ${String(cause)}\n${server.lastOutput}`, { cause });
      },
    );
    if (isFresh(state)) this.used.set(key, from + fired.sent);
    return fired;
  }

  private async requestsOf({ paths, fresh, isConditional }: RequestClass, state: State): Promise<readonly Request[]> {
    if (isFresh(state)) return fresh.filter((_, number) => number % TOGETHER === this.at).map((path) => ({ path }));
    if (!isConditional) return paths.map((path) => ({ path }));
    const etags = new Map<string, string>();
    for (const path of new Set(paths)) etags.set(path, (await this.ask(path)).etag);
    return paths.map((path) => ({ path, etag: etags.get(path) }));
  }
}
