import { SETTINGS, type Settings } from '@app/config';
import { setTimeout as sleep } from 'node:timers/promises';
import { RecurringFault } from '@app/process';
import { SnapshotClock } from '@app/cache';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HookMessages } from '../messages/hook-messages.service.js';
import { HookSender } from '../sending/hook.sender.js';
import { ReceivingHosts } from '../sending/receiving-hosts.js';
import { HookSigner } from '../signing/hook.signer.js';
import { DeliveryStoreRepository } from './delivery-store.repository.js';
import { HookClock } from './hook-clock.js';
import { HookLog } from './hook-log.service.js';
import { DeliveryLeadership, type LeadershipParts } from './delivery-leadership.js';

/** At the end, requests under way have so long. */
const LAST_MS = 3_000;
/** And all of it so long. */
const END_MS = 6_000;

/** Calls the hooks, when no other process does (B17). */
@Injectable()
export class HookWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(HookWorker.name);
  private readonly stopping = new AbortController();
  private readonly parts: LeadershipParts;
  /** It is tried again every second. */
  private readonly fault = new RecurringFault('Hooks wait', (line) => this.logger.warn(line));
  private working = Promise.resolve();

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    sender: HookSender,
    signer: HookSigner,
    clock: HookClock,
    store: DeliveryStoreRepository,
    log: HookLog,
    messages: HookMessages,
    snapshots: SnapshotClock,
    hosts: ReceivingHosts,
  ) {
    this.parts = { sender, signer, clock, store, log, messages, snapshots, hosts };
  }

  onApplicationBootstrap(): void {
    if (this.settings.hooks === 'on') this.working = this.work();
  }

  /** Ends before the connections do; a database that does not answer is not waited for. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    const ended = new AbortController();
    await Promise.race([this.working, sleep(END_MS, undefined, { signal: ended.signal }).catch(() => undefined)]);
    ended.abort();
  }

  /** Whatever ends a leadership, the next one goes on from what is stored. */
  private async work(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.parts.store.alone(signal, (ensureHeld) => this.lead(ensureHeld, signal));
      } catch (error) {
        if (!signal.aborted) this.fault.occurred(error);
      }
      await this.parts.clock.rest(signal);
    }
  }

  private async lead(ensureHeld: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const leadership = await DeliveryLeadership.begin(this.parts);
    try {
      while (!signal.aborted) {
        await ensureHeld();
        await leadership.tick();
        this.fault.ended();
        await this.parts.clock.rest(signal);
      }
    } catch (error) {
      await leadership.abandon();
      throw error;
    }
    await leadership.end(LAST_MS);
  }
}
