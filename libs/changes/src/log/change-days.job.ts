import { SETTINGS, type Settings } from '@app/config';
import { reportPrune } from '@app/metrics';
import { RecurringJob } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';
import { ChangeDaysRepository, LogHistoryRepository } from './log-history.repository.js';

const HOUR_MS = 3_600_000;

/** The partition of a day. */
const partitionOf = (day: Date): string => `changes_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;

/**
 * Maintains the daily partitions and the names of the change log, at the start and once an hour. Without a partition
 * for the day, changes go into the default partition.
 */
@Injectable()
export class ChangeDaysJob extends RecurringJob {
  constructor(
    private readonly days: ChangeDaysRepository,
    private readonly history: LogHistoryRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super(HOUR_MS, 'The partitions of the change log were not maintained');
  }

  /** Runs before the service listens, so that the first writes find their partition. */
  override onApplicationBootstrap(): Promise<void> {
    void super.onApplicationBootstrap();
    reportPrune('changes', 0);
    return this.run();
  }

  protected async work(): Promise<void> {
    const names = await this.days.keep(this.settings.changesRetention);
    await this.history.record();
    reportPrune('changes');
    const dropped = names.filter((name) => name < partitionOf(new Date()));
    if (dropped.length > 0) this.logger.log(`Expired days of the change log were dropped: ${dropped.join(', ')}`);
  }
}
