import type { LogOffset, LogPosition, SnapshotClock } from '@app/cache';
import { later } from '@app/changes';
import { reportPrune } from '@app/metrics';
import type { HookMessages, Message } from '../messages/hook-messages.service.js';
import { EndpointRun, MOST_QUEUED } from './endpoint-run.js';
import { LeadershipLost, type DeliveryStoreRepository, type StoredEndpoint } from './delivery-store.repository.js';
import { HookDispatcher, type Equipment } from './hook-dispatcher.js';
import type { HookLog } from './hook-log.service.js';
import { afterTime } from './endpoint-state.js';

/** What the leader works with. */
export interface LeadershipParts extends Equipment {
  readonly store: DeliveryStoreRepository;
  readonly log: HookLog;
  readonly messages: HookMessages;
  readonly snapshots: SnapshotClock;
}

/** Messages in memory; beyond these, what endpoints have not got stays in the log. */
const MOST_IN_ALL = 2_000;
/** And to one host, which gets no more in some seconds: those to others have room. */
const MOST_OF_HOST = 200;
/** Of a second, so much is spent on reading for endpoints that are behind. */
const CATCH_UP_MS = 400;
const MOST_DUE = 500;
/** Of the end of the log, so many pages are read in a round: what was sent is stored in between. */
const MOST_PAGES = 10;
/** When nothing was sent, how far the log was handled is stored this often. */
const IDLE_STORE_MS = 30_000;
const HOUR_MS = 3_600_000;

/** This process calls the hooks, of several that could. */
export class DeliveryLeadership {
  private readonly runs = new Map<number, EndpointRun>();
  private byAccount = new Map<number, EndpointRun[]>();
  private readonly dispatcher: HookDispatcher;
  private seen: LogPosition | undefined;
  private storedAt = -Infinity;
  private pruned = -Infinity;

  private constructor(
    private readonly parts: LeadershipParts,
    private readonly number: number,
    /** Up to where the log was handled. */
    private place: LogOffset,
  ) {
    this.dispatcher = new HookDispatcher(parts);
  }

  /** Begins to lead. The lock of hooks is held. */
  static async begin(parts: LeadershipParts): Promise<DeliveryLeadership> {
    const { number, place } = await parts.store.begin();
    return new DeliveryLeadership(parts, number, place);
  }

  /** Once a second: stores what was sent, reads what happened, and sends. @throws what ends the leadership */
  async tick(): Promise<void> {
    await this.recover();
    await this.write();
    const at = await this.parts.snapshots.now();
    await this.reload(at);
    await this.follow(at);
    await this.catchUp(at);
    await this.retry();
    for (const run of this.runs.values()) this.age(run);
    this.dispatcher.pump();
    await this.prune();
  }

  /** Ends the leadership: what is under way has a moment to end, and what was sent is stored. */
  async end(timeoutMs: number): Promise<void> {
    await this.dispatcher.stop(timeoutMs);
    this.storedAt = -Infinity;
    await this.write();
  }

  /** Cuts what is under way. */
  async abandon(): Promise<void> {
    await this.dispatcher.stop(0);
  }

  /** A test message that arrives ends the pause of a failing endpoint, whichever process has sent it. */
  private async recover(): Promise<void> {
    const failing = [...this.runs.values()].flatMap(({ id: hookId, endpointState: { state, failingSince: since } }) =>
      state === 'failing' && since ? { hookId, since } : [],
    );
    if (failing.length === 0) return;
    for (const hookId of await this.parts.store.reached(failing)) {
      const run = this.runs.get(hookId);
      if (run?.endpointState.state !== 'failing') continue;
      run.recover('test');
      this.dispatcher.touch(run);
    }
  }

  private async write(): Promise<void> {
    const { touched, ...noted } = this.dispatcher.take();
    const states = [...touched].flatMap((run) => run.takeState() ?? []);
    const recovered = [...touched].flatMap((run) => run.takeRecovery() ?? []);
    const isIdle = noted.attempts.length === 0 && states.length === 0 && recovered.length === 0;
    if (this.seen === undefined || (isIdle && performance.now() - this.storedAt < IDLE_STORE_MS)) return;
    const now = this.parts.clock.now();
    const page = { ...noted, place: this.place, states, recovered, now };
    const forward = await this.parts.store.write(this.number, page);
    this.storedAt = performance.now();
    for (const { hookId, id } of noted.retries) this.runs.get(hookId)?.settle(id, true);
    for (const { hookId, id } of noted.ended) this.runs.get(hookId)?.settle(id, false);
    for (const { hookId, id } of forward) this.runs.get(hookId)?.bringForward(id);
  }

  /** Takes in which endpoints there are, when accounts have changed. */
  private async reload(at: LogPosition): Promise<void> {
    const { seen } = this;
    const { ring } = this.parts.snapshots;
    this.seen = at;
    if (!seen) return this.load(at);
    if (seen.epoch !== at.epoch || !ring.reaches(seen.position)) return this.take(await this.parts.store.endpoints());
    const accounts = ring.since('account', seen.position).map(({ id }) => id);
    if (accounts.length === 0) return;
    const ids = accounts.flatMap((id) => id ?? []);
    const some = accounts.includes(null) ? undefined : [...new Set(ids)];
    this.take(await this.parts.store.endpoints(some), some);
  }

  /** The first time: a log that was never handled begins with the oldest endpoint. */
  private async load(at: LogPosition): Promise<void> {
    const { end } = at;
    const all = await this.parts.store.endpoints();
    if (this.place.log === '') {
      const oldest = Math.min(end.xid, ...all.map(({ sinceXid }) => sinceXid - 1));
      this.place = { ...this.place, log: end.log, xid: oldest };
    }
    this.place = await this.parts.log.renamed(this.place, end);
    const isExpired = await this.parts.log.isExpired(this.place, end);
    const former = this.place;
    if (isExpired) this.place = { ...this.place, log: end.log, xid: end.xid };
    this.take(all);
    if (!isExpired) return;
    for (const run of this.runs.values()) if (former.log !== end.log || !run.endpoint.cursor) this.resync(run, former);
  }

  /** @param websiteIDs only those of some accounts */
  private take(stored: readonly StoredEndpoint[], websiteIDs?: readonly number[]): void {
    const named = new Set(stored.map(({ id }) => id));
    const isMeant = ({ endpoint }: EndpointRun) => !websiteIDs || websiteIDs.includes(endpoint.websiteID);
    for (const run of this.runs.values()) {
      if (named.has(run.id) || !isMeant(run)) continue;
      run.unload();
      this.runs.delete(run.id);
      this.dispatcher.forget(run);
    }
    for (const endpoint of stored) {
      const known = this.runs.get(endpoint.id);
      const run = known ?? new EndpointRun(endpoint, this.place);
      if (known) known.update(endpoint, this.place);
      this.runs.set(endpoint.id, run);
      this.dispatcher.touch(run);
    }
    this.byAccount = groupByAccount(this.runs.values());
    this.goLive();
  }

  /** Endpoints that have everything up to where the log was handled are told of what follows at once. */
  private goLive(): void {
    for (const run of this.runs.values()) {
      if (!run.isLive && run.endpointState.state !== 'disabled' && later(run.place, this.place) === run.place)
        run.isLive = true;
    }
  }

  private async follow({ end }: LogPosition): Promise<void> {
    // What is in memory may be ahead of what that server has.
    if (this.place.log !== end.log) throw new LeadershipLost('Another server has taken over');
    if (this.place.xid >= end.xid) return;
    for (let [hasNext, pages] = [true, 0]; hasNext && pages < MOST_PAGES; pages++) {
      let room = MOST_IN_ALL - this.queued;
      const ofHosts = this.queuedByHost;
      const read = await this.parts.log.follow(this.place, end, this.byAccount, (run, message) => {
        const ofHost = ofHosts.get(run.host) ?? 0;
        if (!this.queue(run, message, Math.min(room, MOST_OF_HOST - ofHost))) return;
        room -= 1;
        ofHosts.set(run.host, ofHost + 1);
      });
      const former = this.place;
      this.place = read?.place ?? { ...this.place, log: end.log, xid: end.xid };
      hasNext = read?.hasNext ?? false;
      for (const run of this.runs.values()) {
        if (!run.isLive) continue;
        if (read) run.pass(this.place);
        else this.resync(run, former);
      }
    }
  }

  /** @returns whether there was room for it; else the endpoint reads it from the log, later */
  private queue(run: EndpointRun, message: Message, room: number): boolean {
    if (!run.isLive) return false;
    this.dispatcher.touch(run);
    run.isLive = run.queued < MOST_QUEUED && room > 0;
    if (run.isLive) run.add(message);
    return run.isLive;
  }

  private get queued(): number {
    let sum = 0;
    for (const run of this.runs.values()) sum += run.queued;
    return sum;
  }

  private get queuedByHost(): Map<string, number> {
    const hosts = new Map<string, number>();
    for (const { host, queued } of this.runs.values()) hosts.set(host, (hosts.get(host) ?? 0) + queued);
    return hosts;
  }

  /** Reads for endpoints that are behind, those that have waited longest first. */
  private async catchUp({ end }: LogPosition): Promise<void> {
    const until = performance.now() + CATCH_UP_MS;
    const now = this.parts.clock.now();
    // Each once, though it is put behind the others.
    const behind = [...this.runs.values()].filter((run) => !run.isLive && run.wants(now));
    const ofHosts = this.queuedByHost;
    for (const run of behind) {
      if (this.queued >= MOST_IN_ALL || performance.now() > until) break;
      const ofHost = ofHosts.get(run.host) ?? 0;
      if (ofHost >= MOST_OF_HOST) continue;
      const former = run.place;
      if (!(await this.parts.log.catchUp(run, end))) this.resync(run, former);
      ofHosts.set(run.host, ofHost + run.queued);
      this.dispatcher.touch(run);
      // The next time others are before it.
      this.runs.delete(run.id);
      this.runs.set(run.id, run);
    }
    this.goLive();
  }

  /** What an endpoint has not got cannot be told any more: it is told so. */
  private resync(run: EndpointRun, former: LogOffset): void {
    const { messages, clock } = this.parts;
    run.unload();
    run.add(messages.resync(run, former, this.place, clock.now()));
    this.dispatcher.touch(run);
  }

  private async retry(): Promise<void> {
    const busy = [...this.runs.values()].filter(({ pending }) => pending.size > 0).map(({ id }) => id);
    for (const retry of await this.parts.store.due(this.parts.clock.now(), busy, MOST_DUE)) {
      const run = this.runs.get(retry.hookId);
      if (!run) continue;
      run.addRetry(retry);
      this.dispatcher.touch(run);
    }
  }

  /** Disables an endpoint that has failed for too long. */
  private age(run: EndpointRun): void {
    const endpointState = afterTime(run.endpointState, this.parts.clock.now());
    if (endpointState === run.endpointState) return;
    run.endpointState = endpointState;
    run.unload();
    this.dispatcher.touch(run);
  }

  private async prune(): Promise<void> {
    if (performance.now() - this.pruned < HOUR_MS) return;
    this.pruned = performance.now();
    await this.parts.store.prune(this.parts.clock.now());
    reportPrune('hook_deliveries');
  }
}

function groupByAccount(runs: Iterable<EndpointRun>): Map<number, EndpointRun[]> {
  const accounts = new Map<number, EndpointRun[]>();
  for (const run of runs) accounts.set(run.websiteID, [...(accounts.get(run.websiteID) ?? []), run]);
  return accounts;
}
