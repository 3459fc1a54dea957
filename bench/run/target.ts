import type { RequestClass } from '../classes/request-class.js';
import type { Server } from '../servers/program.js';
import { ask, fire, type Load, type Request } from './load.js';
import type { Measurement, State, TargetName } from './measurements.js';
import type { Side } from './side.js';

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
    private readonly server: Server,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  ask(path: string) {
    return ask(this.server.url + path, this.headers);
  }

  /** Sends requests that are not measured, so that code is compiled. */
  async warm(requests: RequestClass, seconds: number): Promise<void> {
    const state = requests.fresh.length > 0 ? 'never' : 'again';
    await this.fire(requests, await this.requestsOf(requests, state), state, { duration: seconds });
  }

  async measure(requests: RequestClass, state: State, seconds: number): Promise<Measurement> {
    const list = await this.requestsOf(requests, state);
    // A cache gets every repeated request; other targets are warmed up.
    const isCaching = state === 'again' && (this.name === 'service' || this.name === 'baseline');
    await this.fire(requests, list, state, isCaching ? { amount: list.length } : { duration: WARM_SECONDS });
    const from = this.used.get(requests.key) ?? 0;
    const fired = await this.fire(requests, list, state, { duration: seconds });
    const repeated = state === 'never' ? Math.min(fired.count, Math.max(0, from + fired.count - list.length)) : 0;
    return { ...fired, repeated };
  }

  private async fire(requests: RequestClass, list: readonly Request[], state: State, extent: Load['extent']) {
    const { key, isConditional } = requests;
    const from = state === 'never' ? (this.used.get(key) ?? 0) : 0;
    // A written listing has another ETag.
    const statuses = isConditional ? (state === 'written' ? [304, 200] : [304]) : [200];
    const { server, headers } = this;
    const fired = await fire({ url: server.url, headers, requests: list, from, statuses, extent });
    if (state === 'never') this.used.set(key, from + fired.count);
    return fired;
  }

  private async requestsOf({ paths, fresh, isConditional }: RequestClass, state: State): Promise<readonly Request[]> {
    if (state === 'never') return fresh.filter((_, number) => number % TOGETHER === this.at).map((path) => ({ path }));
    if (!isConditional) return paths.map((path) => ({ path }));
    const etags = new Map<string, string>();
    for (const path of new Set(paths)) etags.set(path, (await this.ask(path)).etag);
    return paths.map((path) => ({ path, etag: etags.get(path) }));
  }
}
