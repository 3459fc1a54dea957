import { SETTINGS, type Settings } from '@app/config';
import { reportPrune } from '@app/metrics';
import { inTime, Worker } from '@app/process';
import { SnapshotClock, type LogPosition } from '@app/cache';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DeliveryStoreRepository } from './delivery-store.repository.js';
import { HookClock } from './hook-clock.js';
import { MessageFill } from './message-fill.service.js';
import { MessageSender } from './message-sender.service.js';

/** Maximum time for requests in progress at shutdown. */
const LAST_MS = 3_000;
/** Maximum time for the whole shutdown. */
const END_MS = 6_000;
const HOUR_MS = 3_600_000;
/** Maximum number of claimed endpoints whose last attempt succeeded, and of others. */
const MOST_CLAIMED = 100;
/** The pause before the next round while the log has more messages. */
const SHORT_REST_MS = 100;

/**
 * Delivers messages to hooks; several processes may run it (B17, B70). Once a second, a round stores the results of
 * attempts, creates new messages from the log, and claims endpoints with due messages.
 */
@Injectable()
export class HookWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(HookWorker.name);
  readonly worker = new Worker(() => this.round(), {
    restMs: () => this.clock.tickMs,
    fault: { subject: 'Hooks wait', warn: (line) => this.logger.warn(line) },
  });
  private at: LogPosition | undefined;
  private hour = -Infinity;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: HookClock,
    private readonly store: DeliveryStoreRepository,
    private readonly messages: MessageFill,
    private readonly sender: MessageSender,
    private readonly snapshots: SnapshotClock,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.hooks === 'on') void this.worker.start();
  }

  /** Stops before the database connections are closed; it does not wait for an unavailable database. */
  async onModuleDestroy(): Promise<void> {
    const ended = this.worker.end(END_MS);
    await this.sender.stop(LAST_MS);
    await ended;
    const { at } = this;
    if (at) await inTime(LAST_MS, this.write(at, true), () => undefined).catch(() => undefined);
  }

  /** @returns the pause before the next round, if the log may have more messages now */
  private async round(): Promise<number | undefined> {
    const at = await this.snapshots.now();
    if (this.at && this.at.end.log !== at.end.log) await this.sender.abandon();
    this.at = at;
    await this.write(at);
    const hasMore = await this.messages.fill(at, this.clock.now());
    await this.claim();
    this.sender.pump();
    await this.hourly(at);
    return hasMore ? Math.min(SHORT_REST_MS, this.clock.tickMs) : undefined;
  }

  private async write({ end }: LogPosition, isLast = false): Promise<void> {
    const collected = this.sender.collect(isLast);
    if (collected.endpoints.length === 0 && collected.results.length === 0) return;
    const states = await this.store.write(end.log, collected.results, collected.endpoints, this.clock.now());
    this.sender.stored(collected, states);
  }

  private async claim(): Promise<void> {
    const held = this.sender.endpoints;
    const answering = held.filter(({ hasAnswered }) => hasAnswered).length;
    const claimed = await this.store.claim({
      owners: held.map(({ owner }) => owner),
      hosts: held.map(({ endpoint }) => endpoint.url.split('/')[2] ?? ''),
      answering: MOST_CLAIMED - answering,
      unproven: MOST_CLAIMED - (held.length - answering),
      now: this.clock.now(),
    });
    for (const endpoint of claimed) this.sender.add(endpoint);
  }

  private async hourly(at: LogPosition): Promise<void> {
    if (performance.now() - this.hour < HOUR_MS) return;
    this.hour = performance.now();
    await this.messages.advance(at);
    await this.store.prune();
    reportPrune('hook_deliveries');
  }
}
