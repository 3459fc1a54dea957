import { setTimeout as sleep } from 'node:timers/promises';
import { reportPrune } from '@app/metrics';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AuditSettings } from './audit.settings.js';
import { WriteTracesRepository } from './write-traces.repository.js';

const HOUR_MS = 3_600_000;
/** Between two transactions. */
const PAUSE_MS = 1_000;

/** Prunes the audit log and the answers of idempotency keys, once an hour. */
@Injectable()
export class WriteTracesJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(WriteTracesJob.name);
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private pruning = Promise.resolve();

  constructor(
    private readonly traces: WriteTracesRepository,
    private readonly settings: AuditSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.prune(), HOUR_MS).unref();
    reportPrune('audit', 0);
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
      if (!this.ending.signal.aborted) this.logger.warn(`Old audit entries were not deleted: ${String(error)}`);
    });
    return this.pruning;
  }

  private async pruneAll(): Promise<void> {
    while (await this.traces.prune(this.settings.auditRetention)) {
      await sleep(PAUSE_MS, undefined, { signal: this.ending.signal, ref: false });
    }
    reportPrune('audit');
  }
}
