import { SETTINGS, type Settings, reportPrune } from '@app/config';
import { setTimeout as sleep } from 'node:timers/promises';
import { RecurringFault } from '@app/process';
import { SnapshotClock, type LogPosition } from '@app/cache';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HOOK_RESOURCES } from '../messages/hook-messages.service.js';
import { HookSender } from '../sending/hook.sender.js';
import { ReceivingHosts } from '../sending/receiving-hosts.js';
import { HookSigner } from '../signing/hook.signer.js';
import { DeliveryStoreRepository } from './delivery-store.repository.js';
import { EndpointRun } from './endpoint-run.js';
import { HookClock } from './hook-clock.js';
import { HookDispatcher } from './hook-dispatcher.js';
import { HookLog } from './hook-log.service.js';
import { SearchHooks } from './search-hooks.service.js';

/** How long requests under way may take at shutdown. */
const LAST_MS = 3_000;
/** How long the whole shutdown may take. */
const END_MS = 6_000;
const HOUR_MS = 3_600_000;
/** Maximum number of endpoints of a worker whose last attempt succeeded, and of other endpoints. */
const MOST_HELD = 100;
/** Maximum for one main account, and for one host. */
const [MOST_OF_OWNER, MOST_OF_HOST] = [24, 50];
const MOST_DUE = 500;

/**
 * Calls the hooks; several processes may do so (B17). A round claims endpoints that have messages to send, renews their
 * leases, and releases endpoints that have all messages.
 */
@Injectable()
export class HookWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(HookWorker.name);
  private readonly stopping = new AbortController();
  /** A failed round is repeated every second. */
  private readonly fault = new RecurringFault('Hooks wait', (line) => this.logger.warn(line));
  private working = Promise.resolve();
  private readonly runs = new Map<number, EndpointRun>();
  private dispatcher: HookDispatcher;
  private seen: LogPosition | undefined;
  /** Changed accounts, with the last transaction of each. */
  private readonly changed = new Map<number, number>();
  /** Any account may have changed up to this transaction. */
  private allUpTo = 0;
  private hour = -Infinity;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly sender: HookSender,
    private readonly signer: HookSigner,
    private readonly clock: HookClock,
    private readonly store: DeliveryStoreRepository,
    private readonly log: HookLog,
    private readonly snapshots: SnapshotClock,
    private readonly hosts: ReceivingHosts,
    private readonly searches: SearchHooks,
  ) {
    this.dispatcher = this.newDispatcher();
  }

  onApplicationBootstrap(): void {
    if (this.settings.hooks === 'on') this.working = this.work();
  }

  /** Ends before the database connections; it does not wait for an unavailable database. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    const ended = new AbortController();
    await Promise.race([this.working, sleep(END_MS, undefined, { signal: ended.signal }).catch(() => undefined)]);
    ended.abort();
  }

  private async work(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.round();
        this.fault.ended();
      } catch (error) {
        if (!signal.aborted) this.fault.occurred(error);
      }
      await this.clock.rest(signal);
    }
    await this.end().catch(() => undefined);
  }

  /** Once a second: stores outcomes, claims endpoints, reads changes, and sends messages. */
  private async round(): Promise<void> {
    const at = await this.snapshots.now();
    const end = this.seen?.end.xid ?? 0;
    if (this.seen && this.seen.end.log !== at.end.log) await this.abandon();
    this.follow(at);
    await this.write(at, (run) => run.isFinished(end, this.clock.now()));
    await this.searches.tell(at);
    await this.claim(at);
    await this.read(at);
    this.dispatcher.pump();
    await this.hourly(at);
  }

  /** Collects the accounts that have changed. */
  private follow(at: LogPosition): void {
    const { seen } = this;
    const { ring } = this.snapshots;
    this.seen = at;
    if (seen?.epoch !== at.epoch || !ring.reaches(seen.position)) {
      this.allUpTo = at.end.xid;
      for (const run of this.runs.values()) run.isStale = true;
      return;
    }
    for (const resource of HOOK_RESOURCES) {
      for (const { xid, websiteID, formerWebsiteID, id } of ring.since(resource, seen.position)) {
        if (id === null) this.allUpTo = Math.max(this.allUpTo, xid);
        for (const account of [websiteID, formerWebsiteID]) {
          if (account !== null) this.changed.set(account, Math.max(xid, this.changed.get(account) ?? 0));
          if (resource === 'account') for (const run of this.runs.values()) run.isStale ||= run.websiteID === account;
        }
      }
    }
  }

  /** Stores the outcomes of attempts, and releases some endpoints. */
  private async write(at: LogPosition, isReleased: (run: EndpointRun) => boolean): Promise<void> {
    const { dispatcher } = this;
    const { outcomes, touched } = dispatcher.unstored;
    const released = [...this.runs.values()].filter(isReleased);
    const written = [...this.runs.values()].filter(
      (run) => touched.includes(run) || released.includes(run) || run.isDue,
    );
    if (written.length === 0) return;
    for (const run of written) run.prepare(released.includes(run));
    const lost = await this.store.write(at.end.log, outcomes, written, this.clock.now());
    dispatcher.stored(outcomes, touched);
    for (const { hookId, id } of [...outcomes.retries, ...outcomes.ended]) this.runs.get(hookId)?.pending.delete(id);
    for (const run of [...released, ...lost]) this.forget(run);
  }

  private async claim({ end }: LogPosition): Promise<void> {
    const held = [...this.runs.values()];
    const answering = held.filter(({ hasAnswered }) => hasAnswered).length;
    const full = <Of>(of: (run: EndpointRun) => Of, most: number): Of[] => {
      const each = held.map(of);
      return [...new Set(each)].filter((one) => each.filter((other) => other === one).length >= most);
    };
    const { taken, found } = await this.store.claim({
      log: end.log,
      allUpTo: Math.min(this.allUpTo, end.xid),
      accounts: new Map([...this.changed].map(([account, xid]) => [account, Math.min(xid, end.xid)])),
      held: held.map(({ id }) => id),
      fullOwners: full(({ endpoint: { mainWebsiteID, websiteID } }) => mainWebsiteID ?? websiteID, MOST_OF_OWNER),
      fullHosts: full(({ endpoint: { url } }) => url.split('/')[2] ?? '', MOST_OF_HOST),
      ofOwner: MOST_OF_OWNER,
      ofHost: MOST_OF_HOST,
      answering: MOST_HELD - answering,
      unproven: MOST_HELD - (held.length - answering),
      now: this.clock.now(),
    });
    for (const endpoint of taken) {
      const run = new EndpointRun(endpoint);
      this.runs.set(run.id, run);
      this.dispatcher.add(run);
    }
    // The next round looks for candidates that were not claimed.
    if (found > taken.length) return;
    if (this.allUpTo <= end.xid) this.allUpTo = 0;
    for (const [account, xid] of this.changed) if (xid <= end.xid) this.changed.delete(account);
  }

  private async read({ end }: LogPosition): Promise<void> {
    const now = this.clock.now();
    const idle = [...this.runs.values()].filter(({ pending }) => pending.size === 0).map(({ id }) => id);
    const due = idle.length > 0 ? await this.store.due(now, idle, MOST_DUE) : [];
    for (const retry of due) this.runs.get(retry.hookId)?.addRetry(retry);
    for (const run of this.runs.values()) {
      if (!run.wants(now)) continue;
      run.read(await this.log.read(run, run.place, end, now), end.xid);
      this.dispatcher.pump();
    }
  }

  /** Advances the cursor of every endpoint, even without changes: the log is dropped after some days. */
  private async hourly({ end }: LogPosition): Promise<void> {
    if (performance.now() - this.hour < HOUR_MS) return;
    this.hour = performance.now();
    this.allUpTo = end.xid;
    await this.store.prune(this.clock.now());
    reportPrune('hook_deliveries');
  }

  /** Lets requests under way end, stores the outcomes, and releases all endpoints. */
  private async end(): Promise<void> {
    await this.dispatcher.stop(LAST_MS);
    if (!this.seen) return;
    for (const run of this.runs.values()) run.isStale = true;
    await this.write(this.seen, () => true);
  }

  /** Drops all state in memory: another server has taken over, and may be behind it. */
  private async abandon(): Promise<void> {
    await this.dispatcher.stop(0);
    this.runs.clear();
    this.seen = undefined;
    this.dispatcher = this.newDispatcher();
  }

  private forget(run: EndpointRun): void {
    if (this.runs.get(run.id) === run) this.runs.delete(run.id);
    this.dispatcher.forget(run);
  }

  private newDispatcher(): HookDispatcher {
    const { sender, signer, clock, hosts } = this;
    return new HookDispatcher({ sender, signer, clock, hosts });
  }
}
