import {
  SnapshotClock,
  type Dependent,
  type FindDependence,
  type LogPosition,
  type Resource,
  type Shown,
} from '@app/snapshot-cache';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  itemsStatement,
  pageStatement,
  rowsName,
  SOME_ROWS,
  windowRange,
  windowStart,
  type ItemRow,
  type KnownTotal,
  type PageRow,
} from './list-statements.js';
import { CursorReader } from './cursor-reader.js';
import { KeptRanges } from './kept-ranges.js';
import { KeptRows } from './kept-rows.js';
import type { Items, Key, ListQuery, ShownPage } from './list-query.js';
import type { Page } from './page.js';
import { isVolatile, selectivityOf } from './parameter.js';

/** Lists that were long are remembered up to this number. */
const MAX_LONG = 2_000;
/** How often the rows of a page are read while others commit, before the page is read in one statement. */
const ATTEMPTS = 3;

/**
 * Reads a page of a list in one statement (ADR 11). Of a list that is asked for again, and far from the start of any,
 * where finding the rows costs more than reading them, the keys around the page are read as well. They follow the changes
 * of the list, so that its pages only read the rows that have changed (ADR 32).
 */
@Injectable()
export class PageReader {
  private readonly ranges: KeptRanges;
  private readonly rows: KeptRows;
  /** The lists that were long when they were read last, and how long. */
  private readonly long = new LRUCache<string, KnownTotal>({ max: MAX_LONG });

  private readonly byCursor: CursorReader;

  constructor(
    private readonly executor: SqlExecutor,
    private readonly clock: SnapshotClock,
  ) {
    this.byCursor = new CursorReader(executor);
    this.ranges = new KeptRanges(clock);
    this.rows = new KeptRows(clock);
  }

  /** @param snapshot one that is not older than the request, and that the clock has read */
  async read(list: ListQuery, snapshot: string): Promise<Page> {
    if (list.query.cursor !== undefined) return this.byCursor.read(list, snapshot);
    const name = isVolatile(list.query) ? undefined : this.ranges.nameOf(list);
    const isWanted = name !== undefined && (this.ranges.isAskedAgain(name) || windowStart(list.query) > 0);
    const wanted = isWanted ? name : undefined;
    return (
      (wanted === undefined ? undefined : await this.readWithin(wanted, list)) ??
      (await this.readWhole(list, wanted, this.executor)) ??
      // Something that the page shows was changed between two statements: now both are of one snapshot.
      (await this.executor.readTogether((executor) => this.readWhole(list, wanted, executor))) ??
      unreadable()
    );
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
        const items = await present(list, rows, this.executor);
        return items && { page, limit, total: found.total, items, ...about(list, rows, found.total) };
      }
      const rows = await this.executor.queryPrepared<ItemRow>(itemsStatement(list, missing), list.asBytes);
      for (const row of rows) read.set(row.key, row);
      await this.whenKnown(rows[0]?.snapshot, (at) => this.keepRows(list, rows, at));
    }
    return undefined;
  }

  /** A row as it is at a position: one that is kept, or that was read just now. */
  private knownRow(list: ListQuery, key: Key, read: ReadonlyMap<Key, ItemRow>, at: LogPosition): ItemRow | undefined {
    const row = read.get(key);
    if (row?.snapshot === at.snapshot) return row;
    return list.carried && this.rows.get(list.carried.resource, key, at);
  }

  /** Keeps what was read in a snapshot, if that is the one of the latest position: it is known which changes it has. */
  private async whenKnown(snapshot: string | undefined, keep: (at: LogPosition) => void): Promise<void> {
    // Something may have been committed since the position was read.
    if (this.clock.latest && this.clock.latest.snapshot !== snapshot) await this.clock.now();
    const { latest } = this.clock;
    if (latest && latest.snapshot === snapshot) keep(latest);
  }

  /**
   * Undefined when something that the page shows has changed since.
   *
   * @param name that of the range, when its keys are read
   */
  private async readWhole(list: ListQuery, name: string | undefined, executor: SqlExecutor): Promise<Page | undefined> {
    const { page, limit } = list.query;
    const selectivity = selectivityOf(list.query);
    const rowsOf = selectivity === 'low' ? rowsName(list) : '';
    const known = this.long.get(rowsOf);
    const statement = pageStatement(list, { isWindow: name !== undefined, isLong: known !== undefined, known });
    const rows = await (selectivity === 'high'
      ? executor.queryPrepared<PageRow>(statement, list.asBytes)
      : executor.queryRows<PageRow>(statement, list.asBytes));
    const [first] = rows as [PageRow]; // the statement always gives a first row
    const { total, snapshot = '', life } = first;
    if (known && known.life !== life) {
      // Snapshots of another life of the server cannot be compared.
      this.long.delete(rowsOf);
      return this.readWhole(list, name, executor);
    }
    if (selectivity === 'low') this.noteLength(rowsOf, { total, snapshot, life });
    const shown = rows.filter(isItem);
    if (name !== undefined) {
      await this.whenKnown(snapshot, (at) => {
        this.keep(name, list, first, at);
        this.keepRows(list, shown, at);
      });
    }
    const items = await present(list, shown, executor);
    return items && { page, limit, total, items, ...about(list, shown, total) };
  }

  private keep(name: string, list: ListQuery, { total, keys, places }: PageRow, at: LogPosition): void {
    const rows = (keys ?? []).map((key, index) => ({ key, place: places?.[index] ?? [] }));
    this.ranges.set(name, { total, start: windowRange(list.query).start, rows }, at);
  }

  private keepRows(list: ListQuery, rows: readonly ItemRow[], at: LogPosition): void {
    const { carried } = list;
    if (!carried) return;
    for (const row of rows) {
      const { key, snapshot, life } = row;
      // The rows have the columns of the list.
      const stamp = carried.stampOf(row as never);
      this.rows.set(carried.resource, { ...stamp, key, snapshot, life }, shownIn(list, row), at);
    }
  }

  private noteLength(rowsOf: string, known: KnownTotal): void {
    if (known.total > SOME_ROWS) this.long.set(rowsOf, known);
    else this.long.delete(rowsOf);
  }
}

async function present(list: ListQuery, rows: readonly ItemRow[], executor: SqlExecutor): Promise<Items | undefined> {
  const [first] = rows;
  // The rows have the columns of the list.
  return first ? list.present(rows as never, { life: first.life, executor }) : [];
}

const shownIn = (list: ListQuery, row: ItemRow): Shown => list.shows?.(row as never) ?? {}; // the row has the columns of the list

/** What is known of a page. */
function about(list: ListQuery, rows: readonly ItemRow[], total: number): Dependent {
  const keys = rows.map(({ key }) => key);
  const dependsOn = list.dependsOn && found(list.dependsOn, { keys, things: together(list, rows) });
  const { nameOf } = list;
  // The rows have the columns of the list.
  const names = nameOf && rows.map((row) => nameOf(row as never)).join(';');
  return { dependsOn, named: names && `${rows[0]?.life} ${total} ${names}` };
}

/** In a function of its own, so that what is kept with an answer does not hold the list and its rows. */
const found =
  (dependsOn: NonNullable<ListQuery['dependsOn']>, page: ShownPage): FindDependence =>
  () =>
    dependsOn(page);

/** The things that rows show, by resource, each once: it is kept with every answer. */
function together(list: ListQuery, rows: readonly ItemRow[]): Shown {
  const things: Partial<Record<Resource, number[]>> = {};
  for (const row of rows) {
    for (const [resource, ids] of Object.entries(shownIn(list, row)) as [Resource, readonly number[]][]) {
      const known = (things[resource] ??= []);
      for (const id of ids) if (!known.includes(id)) known.push(id);
    }
  }
  return things;
}

const isItem = (row: PageRow): row is PageRow & ItemRow => row.key !== null;

/** In one snapshot, the rows that a page shows are there. */
function unreadable(): never {
  throw new Error('A page shows what is not in its snapshot');
}
