import type { ListingLine } from '@app/listings';
import { expect } from 'vitest';
import type { DataSource } from 'typeorm';
import { entryOf } from '../support/feed-entries.js';
import { countsOf, feedOf, importFeedText, storedLine } from '../support/feed-texts.js';
import type { FeedReport } from '../../libs/feeds/src/intake/feed-report.js';

/** Imports entries of the listing 1, each a day later than the one before. */
export class LaterEntries {
  private day = 0;

  constructor(private readonly dataSource: DataSource) {}

  /** Imports an entry twice; the second time must change nothing. */
  async take(inner: string, status = 'current', kind = 'residential'): Promise<FeedReport> {
    this.day += 1;
    const time = `modTime="2024-02-${String(this.day).padStart(2, '0')}" status="${status}"`;
    const feed = feedOf(entryOf(inner, kind, time));
    const report = await importFeedText(this.dataSource, feed);
    const again = countsOf(await importFeedText(this.dataSource, feed));
    expect(again).toEqual(report.rejected > 0 ? { rejected: 1 } : { unchanged: 1 });
    return report;
  }

  async line(): Promise<ListingLine> {
    const found = await storedLine(this.dataSource, '1');
    if (!found) throw new Error('no listing');
    return found;
  }
}
