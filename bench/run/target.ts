import type { RequestClass } from '../classes/request-class.js';
import { ask, fire, type Load, type Request } from '../load/load.js';
import { postgresCpu } from '../servers/postgres-cpu.js';
import type { ServerUsage } from '../servers/server-probe.js';
import type { ServerProcess } from '../servers/server-process.js';
import type { Measured } from './results.js';
import type { Side } from './side.js';
import { isFresh, type State } from './states.js';

/** The measured servers. `baseline`: the service of another commit. */
export type TargetName = 'service' | 'floor' | 'usual' | 'baseline';

/** Servers that are measured together. Each has new requests of its own: others would warm PostgreSQL up for it. */
export const TARGETS = 3;
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

  async measure(requests: RequestClass, state: State, seconds: number): Promise<Measured> {
    const list = await this.requestsOf(requests, state);
    // A cache gets every repeated request; other targets are warmed up.
    const isCaching = state.kind === 'again' && (this.name === 'service' || this.name === 'baseline');
    await this.fire(requests, list, state, isCaching ? { amount: list.length } : { duration: WARM_SECONDS });
    const from = this.used.get(requests.key) ?? 0;
    const before = await this.usage();
    const { count, sent, seconds: took, p50, p99 } = await this.fire(requests, list, state, { duration: seconds });
    const after = await this.usage();
    return {
      rate: count / took,
      p50,
      p99,
      node: (after.cpu - before.cpu) / count,
      postgres: (after.postgres - before.postgres) / count || undefined,
      statements: (after.statements - before.statements) / count,
      hits: hitsBetween(before.answers, after.answers),
      repeated: isFresh(state) ? Math.min(1, Math.max(0, from + sent - list.length) / sent) || undefined : undefined,
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
    if (isFresh(state)) return fresh.filter((_, number) => number % TARGETS === this.at).map((path) => ({ path }));
    if (!isConditional) return paths.map((path) => ({ path }));
    const etags = new Map<string, string>();
    for (const path of new Set(paths)) etags.set(path, (await this.ask(path)).etag);
    return paths.map((path) => ({ path, etag: etags.get(path) }));
  }
}

/** The share of lists that were not read again; `undefined` without lists. */
function hitsBetween(before: ServerUsage['answers'], after: ServerUsage['answers']): number | undefined {
  const of = (...events: (keyof ServerUsage['answers'])[]) =>
    events.reduce((sum, event) => sum + after[event] - before[event], 0);
  const all = of('hit', 'unchanged', 'miss'); // a shared list is a miss before
  return all > 0 ? of('hit', 'unchanged', 'shared') / all : undefined;
}
