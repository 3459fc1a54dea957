import { setTimeout as sleep } from 'node:timers/promises';
import { reportPrune } from '@app/metrics';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EnquiriesSettings } from './enquiries.settings.js';
import { EnquiriesWriter } from './enquiries.writer.js';

const HOUR_MS = 3_600_000;
/** Between two transactions. */
const PAUSE_MS = 1_000;

/** Deletes old enquiries and addresses, at the start and once an hour. */
@Injectable()
export class OldEnquiriesJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(OldEnquiriesJob.name);
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private pruning = Promise.resolve();

  constructor(
    private readonly writer: EnquiriesWriter,
    private readonly settings: EnquiriesSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.prune(), HOUR_MS).unref();
    reportPrune('enquiries', 0);
    void this.prune();
  }

  /** Waits for what is under way. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.ending.abort();
    await this.pruning;
  }

  /** A failure is no fault of a request: the next hour tries again. */
  prune(): Promise<void> {
    this.pruning = this.pruneAll().catch((error: unknown) => {
      if (!this.ending.signal.aborted) this.logger.warn(`Old enquiries were not deleted: ${String(error)}`);
    });
    return this.pruning;
  }

  private async pruneAll(): Promise<void> {
    while (await this.writer.prune(this.settings.enquiriesRetention)) {
      await sleep(PAUSE_MS, undefined, { signal: this.ending.signal, ref: false });
    }
    reportPrune('enquiries');
  }
}
