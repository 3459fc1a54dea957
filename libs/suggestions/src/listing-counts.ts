import type { Recipient } from '@app/http';
import type { Change, NarrowRow } from '@app/cache';
import type { PlaceCatalog } from './search/index.js';

/**
 * The viewers with different counts: the operator counts all listings; an account, listings with a visible suburb; the
 * public, those of enabled accounts among them.
 */
const VIEWERS = ['operator', 'account', 'public'] as const;
type CountedFor = (typeof VIEWERS)[number];

const countedFor = ({ audience, siteID }: Recipient): CountedFor =>
  audience === 'public' ? 'public' : siteID === undefined ? 'operator' : 'account';

/** The numbers of current listings of a suburb, by viewer. */
export interface SuburbCount extends Readonly<Record<CountedFor, number>> {
  readonly suburbId: number;
}

/** The number of current listings of each place, by viewer. */
export class ListingCounts {
  private readonly of: Record<CountedFor, Map<number, number>> = {
    operator: new Map(),
    account: new Map(),
    public: new Map(),
  };
  private readonly disabled: ReadonlySet<number>;

  constructor(
    private readonly catalog: PlaceCatalog,
    counts: readonly SuburbCount[],
    disabled: readonly number[],
  ) {
    this.disabled = new Set(disabled);
    for (const { suburbId, ...count } of counts) {
      for (const viewer of VIEWERS) this.count(viewer, suburbId, count[viewer]);
    }
  }

  /** The number of current listings of a catalog entry. */
  listingsOf(entry: number, recipient: Recipient): number {
    return this.of[countedFor(recipient)].get(entry) ?? 0;
  }

  /**
   * Whether a change of a listing or account can be applied: its rows were logged, and it enables or disables no
   * account.
   */
  canApply({ resource, old, new: now }: Change): boolean {
    const rows = [old, now].filter((row) => row !== null);
    if (rows.length === 0) return false;
    return resource === 'account' ? rows.every(({ status }) => status === true) : rows.every(isCountable);
  }

  /** Counts a listing at its new place instead of its old one. */
  apply({ old, new: now }: Change): void {
    if (old) this.countRow(old, -1);
    if (now) this.countRow(now, 1);
  }

  private countRow(row: NarrowRow, by: number): void {
    if (!isCountable(row) || row.status !== 'current' || row.suburb_id === null) return;
    this.count('operator', row.suburb_id, by);
    if (row.hides_suburb) return;
    this.count('account', row.suburb_id, by);
    if (!this.disabled.has(row.website_id)) this.count('public', row.suburb_id, by);
  }

  private count(viewer: CountedFor, suburbId: number, by: number): void {
    const counts = this.of[viewer];
    for (const entry of this.catalog.containing(suburbId)) counts.set(entry, (counts.get(entry) ?? 0) + by);
  }
}

/** The logged columns of a listing that are needed for counting. */
interface CountableRow {
  readonly status: string;
  readonly website_id: number;
  readonly suburb_id: number | null;
  readonly hides_suburb: boolean;
}

const isCountable = (row: NarrowRow): row is NarrowRow & CountableRow =>
  typeof row['status'] === 'string' &&
  typeof row['website_id'] === 'number' &&
  typeof row['hides_suburb'] === 'boolean' &&
  (row['suburb_id'] === null || typeof row['suburb_id'] === 'number');
