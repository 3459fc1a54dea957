import { reportPrune } from '@app/metrics';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ChangeDaysRepository } from './change-days.repository.js';
import { LogHistoryRepository } from './log-history.repository.js';
import { ChangesSettings } from './changes.settings.js';

const HOUR_MS = 3_600_000;

/** Keeps the days and the names of the log of changes, at the start and once an hour. */
@Injectable()
export class ChangeDaysJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ChangeDaysJob.name);
  private timer: NodeJS.Timeout | undefined;
  private keeping = Promise.resolve();

  constructor(
    private readonly days: ChangeDaysRepository,
    private readonly history: LogHistoryRepository,
    private readonly settings: ChangesSettings,
  ) {}

  /** Before the service listens, so that its first writes find the day that they belong to. */
  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => void this.keep(), HOUR_MS).unref();
    reportPrune('changes', 0);
    await this.keep();
  }

  /** Waits for what is under way. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.keeping;
  }

  /** A failure is no fault of a request: the log goes on in the default partition, and the next hour tries again. */
  keep(): Promise<void> {
    this.keeping = this.keepDays().catch((error: unknown) =>
      this.logger.warn(`The days of the log of changes were not kept: ${String(error)}`),
    );
    return this.keeping;
  }

  private async keepDays(): Promise<void> {
    const names = await this.days.keep(this.settings.changesRetention);
    await this.history.record();
    reportPrune('changes');
    if (names.length > 0) this.logger.debug(`Days of the log of changes made or dropped: ${names.join(', ')}`);
  }
}
