import { SnapshotClock, type LogPosition } from '@app/snapshot-cache';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { itemsStatement, pageStatement, rangeOf, windowStart, type PageRow, type Reach } from './list-statements.js';
import { CursorReader } from './cursor-reader.js';
import type { RangeRead } from './kept-range.js';
import { KeptRanges } from './kept-ranges.js';
import { KeptRows } from './kept-rows.js';
import type { ItemRow, Key, ListQuery } from './list-query.js';
import { LongLists } from './long-lists.js';
import { about, featuresOf, present } from './page-of-rows.js';
import type { Page } from './page.js';
import { isVolatile, selectivityOf } from './parameter.js';

/** Which keys are read with a page; those that are kept have a name. */
interface Extent {
  readonly reach: Reach;
  readonly name?: string | undefined;
}

/** How often the rows of a page are read while others commit, before the page is read in one statement. */
const ATTEMPTS = 3;

/**
 * Reads a page of a list in one statement (ADR 11). The keys around the page are read as well: of a list that is found at
 * once, those near it; of a list that is asked for again, and far from the start of any, a window, which follows the changes
 * of the list (ADR 32). Other pages of these keys only read the rows that are not kept.
 */
@Injectable()
export class PageReader {
  private readonly ranges: KeptRanges;
  private readonly rows: KeptRows;
  private readonly long = new LongLists();
  private readonly byCursor: CursorReader;

  constructor(
    private readonly executor: SqlExecutor,
    private readonly clock: SnapshotClock,
  ) {
    this.byCursor = new CursorReader(executor, this.long);
    this.ranges = new KeptRanges(clock);
    this.rows = new KeptRows(clock);
  }

  /** @param _snapshot whoever has one has let the clock read: its latest position is not older than the request */
  async read(list: ListQuery, _snapshot: string): Promise<Page> {
    if (list.query.cursor !== undefined) return this.byCursor.read(list);
    const name = isVolatile(list.query) ? undefined : this.ranges.nameOf(list);
    const extent = this.extentOf(name, list);
    return (
      (name === undefined ? undefined : await this.readWithin(name, list)) ??
      (await this.readWhole(list, extent, this.executor)) ??
      // Something that the page shows was changed between two statements: now both are of one snapshot.
      (await this.executor.readTogether((executor) => this.readWhole(list, extent, executor))) ??
      unreadable()
    );
  }

  private extentOf(name: string | undefined, { query }: ListQuery): Extent {
    if (name === undefined) return { reach: 'page' };
    if (this.ranges.isAskedAgain(name) || windowStart(query) > 0) return { reach: 'window', name };
    // Where many rows match, each key is a step further through an index.
    return selectivityOf(query) === 'low' ? { reach: 'page' } : { reach: 'near', name };
  }

  /** Reads a page of a range that is kept; undefined when it has not all rows, or is overtaken by commits again and again. */
  private async readWithin(name: string, list: ListQuery): Promise<Page | undefined> {
    const { page, limit } = list.query;
    const read = new Map<Key, ItemRow>();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { latest } = this.clock;
      const found = latest && this.ranges.get(name, list, latest)?.page(list.query);
      if (!found) return undefined;
      const known = found.keys.map((key) => this.knownRow(list, key, read, latest));
      const missing = found.keys.filter((_, at) => !known[at]);
      if (missing.length === 0) {
        const rows = known as ItemRow[]; // none is missing
        const items = await present(list, rows, { executor: this.executor, isRepeated: true });
        const features = items && featuresOf(list, rows, items);
        return items && { page, limit, total: found.total, items, features, ...about(list, rows, found.total) };
      }
      const rows = await this.executor.queryComposed<ItemRow>(itemsStatement(list, missing));
      for (const row of rows) read.set(row.key, row);
      await this.whenKnown(rows[0]?.snapshot, (at) => this.rows.keep(list, rows, at));
    }
    return undefined;
  }

  /** A row as it is at a position: one that is kept and at hand, or that was read just now. */
  private knownRow(list: ListQuery, key: Key, read: ReadonlyMap<Key, ItemRow>, at: LogPosition): ItemRow | undefined {
    const row = read.get(key);
    if (row?.snapshot === at.snapshot) return row;
    const kept = this.rows.get(list, key, at);
    // What is not at hand is read together with the rows that are missing. The rows have the columns of the list.
    return kept && (row || list.carried?.isAtHand(kept as never)) ? kept : undefined;
  }

  /** Keeps what was read in a snapshot, if that is the one of the latest position: it is known which changes it has. */
  private async whenKnown(snapshot: string | undefined, keep: (at: LogPosition) => void): Promise<void> {
    // Something may have been committed since the position was read.
    if (this.clock.latest && this.clock.latest.snapshot !== snapshot) await this.clock.now();
    const { latest } = this.clock;
    if (latest && latest.snapshot === snapshot) keep(latest);
  }

  /** Undefined when something that the page shows has changed since. */
  private async readWhole(list: ListQuery, extent: Extent, executor: SqlExecutor): Promise<Page | undefined> {
    const { reach, name } = extent;
    const { page, limit } = list.query;
    const longName = this.long.nameOf(list);
    const own = this.long.totalOf(longName);
    const known = own ?? (longName === undefined ? undefined : this.long.totalNear(list));
    const isLikelyLong = longName !== undefined && this.long.isLikely(list);
    const statement = pageStatement(this.long.informed(list), {
      reach,
      isLong: own !== undefined,
      isLikelyLong,
      known,
    });
    const rows = await (selectivityOf(list.query) === 'high'
      ? executor.queryComposed<PageRow>(statement)
      : executor.queryRows<PageRow>(statement));
    const [first] = rows as [PageRow]; // the statement always gives a first row
    const { total, snapshot = '', life } = first;
    if (!this.long.note(list, longName, known, { total, snapshot, life }))
      return this.readWhole(list, extent, executor);
    if (longName !== undefined) this.long.noteLength(list, total);
    this.long.noteNarrow(list, first.areNarrowQuicker);
    const shown = rows.filter(isItem);
    if (name !== undefined && reach === 'window') {
      await this.whenKnown(snapshot, (at) => {
        this.ranges.set(name, rangeRead(list, reach, first), at);
        this.rows.keep(list, shown, at);
      });
    } else if (name !== undefined && this.clock.latest?.snapshot === snapshot) {
      this.ranges.set(name, rangeRead(list, reach, first), this.clock.latest);
    }
    const items = await present(list, shown, {
      executor,
      isRepeated: reach === 'window' && windowStart(list.query) === 0,
    });
    const features = items && featuresOf(list, shown, items);
    return items && { page, limit, total, items, features, ...about(list, shown, total) };
  }
}

const rangeRead = ({ query }: ListQuery, reach: Reach, { total, keys, places }: PageRow): RangeRead => ({
  total,
  start: rangeOf(query, reach).start,
  keys: keys ?? [],
  // Of no rows, none has a place.
  places: reach === 'window' ? (places ?? []) : undefined,
});

const isItem = (row: PageRow): row is PageRow & ItemRow => row.key !== null;

/** In one snapshot, the rows that a page shows are there. */
function unreadable(): never {
  throw new Error('A page shows what is not in its snapshot');
}
