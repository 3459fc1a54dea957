import type { RequestClass } from '../classes/request-class.js';
import type { Server } from '../servers/program.js';
import type { Keys, Scope } from '../servers/service.js';
import { ask, fire, type Load, type Request } from './load.js';
import type { Measurement, State, TargetName } from './measurements.js';
import type { Side } from './side.js';

/** The servers of a run. Each gets different new requests, because PostgreSQL would be warm for repeated ones. */
export const TOGETHER = 3;
const WARM_SECONDS = 0.3;

/** A measured server, and its requests. */
export class Target {
  /** Number of new requests sent, by class. */
  private readonly used = new Map<string, number>();

  constructor(
    readonly name: TargetName,
    /** Its index among the targets. */
    private readonly at: number,
    readonly side: Side,
    private readonly server: Server,
    /** A server without key pairs accepts requests of the scope `full` without credentials. */
    private readonly keys: Readonly<Partial<Record<Scope, Keys>>>,
  ) {}

  ask(path: string, scope: Scope) {
    return ask(this.server.url + path, { ...this.keys[scope] });
  }

  /** Another commit may lack the path or the parameters of a class; the floor does not serve websites. */
  async has({ paths: [path = '/'], scope }: RequestClass): Promise<boolean> {
    if (this.name === 'baseline') return (await this.ask(path, scope)).status === 200;
    return this.name === 'service' || scope === 'operator';
  }

  /** Sends requests that are not measured, so that code is compiled. */
  async warm(requests: RequestClass, seconds: number): Promise<void> {
    const state = requests.fresh.length > 0 ? 'never' : 'again';
    await this.fire(requests, await this.requestsOf(requests, state), state, { duration: seconds });
  }

  async measure(requests: RequestClass, state: State, seconds: number): Promise<Measurement> {
    const list = await this.requestsOf(requests, state);
    // A cache gets every repeated request; other targets only need warming up.
    const isCaching = state === 'again' && (this.name === 'service' || this.name === 'baseline');
    await this.fire(requests, list, state, isCaching ? { amount: list.length } : { duration: WARM_SECONDS });
    const from = this.used.get(requests.key) ?? 0;
    const before = this.server.processorMs;
    const fired = await this.fire(requests, list, state, { duration: seconds });
    const cpu = this.server.processorMs - before;
    const repeated = state === 'never' ? Math.min(fired.count, Math.max(0, from + fired.count - list.length)) : 0;
    return { ...fired, cpu, repeated };
  }

  private async fire(requests: RequestClass, list: readonly Request[], state: State, extent: Load['extent']) {
    const { key, scope } = requests;
    const from = state === 'never' ? (this.used.get(key) ?? 0) : 0;
    const statuses = statusesOf(requests, state);
    const { server, keys } = this;
    const fired = await fire({ url: server.url, headers: { ...keys[scope] }, requests: list, from, statuses, extent });
    if (state === 'never') this.used.set(key, from + fired.count);
    return fired;
  }

  private async requestsOf(
    { paths, fresh, isConditional, scope }: RequestClass,
    state: State,
  ): Promise<readonly Request[]> {
    if (state === 'never') return fresh.filter((_, number) => number % TOGETHER === this.at).map((path) => ({ path }));
    if (!isConditional) return paths.map((path) => ({ path }));
    const etags = new Map<string, string>();
    for (const path of new Set(paths)) etags.set(path, (await this.ask(path, scope)).etag);
    return paths.map((path) => ({ path, etag: etags.get(path) }));
  }
}

/** A changed listing has another ETag. While it is sold, a `public` pair does not find it. */
function statusesOf({ isConditional, scope }: RequestClass, state: State): number[] {
  const usual = isConditional ? 304 : 200;
  if (state !== 'written') return [usual];
  return [usual, ...(isConditional ? [200] : []), ...(scope === 'public' ? [404] : [])];
}
