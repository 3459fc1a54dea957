import { recipientFor, type Viewer } from '@app/auth';
import { ListingMasks } from '@app/listings';
import { anyOfIds, sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { Entry } from '../change-entries.service.js';

interface Seen {
  readonly id: number;
  readonly hidesPrice: boolean;
}

/** Hides the data of changed listings that a viewer may not see (B72). */
@Injectable()
export class HiddenChanges {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * The entries as the viewer sees them: a hidden listing appears as deleted, and a change of a hidden price as
   * `updated`.
   */
  async masked<E extends Entry>(entries: readonly E[], viewer: Viewer): Promise<readonly E[]> {
    const masks = new ListingMasks(recipientFor(viewer));
    const listings = entries.filter(({ resource, isGone }) => resource === 'listing' && !isGone);
    if (masks.isOperator || listings.length === 0) return entries;
    const ids = listings.map(({ resourceId }) => resourceId);
    const rows = await this.executor.query<Seen>(
      sql`SELECT listing.id, ${masks.hides('price') ?? sql`FALSE`} AS "hidesPrice" FROM ${masks.from()}
        WHERE ${masks.condition(sql`listing.id = ${anyOfIds(ids)}`)}`,
      'lookup',
    );
    const seen = new Map(rows.map((row) => [row.id, row]));
    return entries.map((entry) => {
      if (!listings.includes(entry)) return entry;
      const row = seen.get(entry.resourceId);
      if (!row) return { ...entry, kind: 'updated', isGone: true };
      return row.hidesPrice && entry.kind === 'price' ? { ...entry, kind: 'updated' } : entry;
    });
  }
}
