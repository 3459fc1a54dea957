import { SnapshotCache, type Dependent, type FindDependence, type Resource, type Shown } from '@app/snapshot-cache';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  itemsStatement,
  offsetOf,
  pageStatement,
  rowsName,
  SOME_ROWS,
  windowName,
  windowStart,
  type ItemRow,
  type KnownTotal,
  type PageRow,
} from './list-statements.js';
import { CursorReader } from './cursor-reader.js';
import type { Items, Key, ListQuery } from './list-query.js';
import type { Page } from './page.js';
import { isVolatile, selectivityOf } from './parameter.js';

const MB = 1024 * 1024;

/** Lists that were long are remembered up to this number. */
const MAX_LONG = 2_000;

/** A range of a list: its total and the keys of consecutive rows. */
interface Window {
  readonly total: number;
  readonly keys: readonly Key[];
}

/**
 * Reads a page of a list in one statement (ADR 11). Far from the start of a list, finding the rows costs more than
 * reading them: there the keys around the page are read as well and cached until the next commit, so that neighbouring
 * pages only read their rows.
 */
@Injectable()
export class PageReader {
  private readonly windows = new SnapshotCache<Window>(16 * MB, ({ keys }) => 16 * keys.length);
  /** The lists that were long when they were read last, and how long. */
  private readonly long = new LRUCache<string, KnownTotal>({ max: MAX_LONG });

  private readonly byCursor: CursorReader;

  constructor(private readonly executor: SqlExecutor) {
    this.byCursor = new CursorReader(executor);
  }

  /** @param snapshot one that is not older than the request */
  async read(list: ListQuery, snapshot: string): Promise<Page> {
    if (list.query.cursor !== undefined) return this.byCursor.read(list, snapshot);
    const isDeep = windowStart(list.query) > 0 && !isVolatile(list.query);
    const name = isDeep ? windowName(list) : undefined;
    const window = name === undefined ? undefined : this.windows.get(name, snapshot);
    return (
      (window && (await this.readWithin(window, list, snapshot))) ??
      (await this.readWhole(list, name, this.executor)) ??
      // Something that the page shows was changed between two statements: now both are of one snapshot.
      (await this.executor.readTogether((executor) => this.readWhole(list, name, executor))) ??
      unreadable()
    );
  }

  /** Reads a page of a cached window; undefined when something was committed since. */
  private async readWithin({ total, keys }: Window, list: ListQuery, snapshot: string): Promise<Page | undefined> {
    const { page, limit } = list.query;
    const from = offsetOf(list.query) - windowStart(list.query);
    const wanted = keys.slice(from, from + limit);
    if (wanted.length === 0) return { page, limit, total, items: [], ...about(list, [], total) };
    const rows = await this.executor.queryPrepared<ItemRow>(itemsStatement(list, wanted));
    if (rows.length < wanted.length || rows.some((row) => row.snapshot !== snapshot)) return undefined;
    const byKey = new Map(rows.map((row) => [row.key, row]));
    const inOrder = wanted.flatMap((key) => byKey.get(key) ?? []);
    const items = await present(list, inOrder, this.executor);
    return items && { page, limit, total, items, ...about(list, inOrder, total) };
  }

  /**
   * Undefined when something that the page shows has changed since.
   *
   * @param name that of the window, when its keys are read
   */
  private async readWhole(list: ListQuery, name: string | undefined, executor: SqlExecutor): Promise<Page | undefined> {
    const { page, limit } = list.query;
    const selectivity = selectivityOf(list.query);
    const rowsOf = selectivity === 'low' ? rowsName(list) : '';
    const known = this.long.get(rowsOf);
    const statement = pageStatement(list, { isWindow: name !== undefined, isLong: known !== undefined, known });
    const rows = await (selectivity === 'high'
      ? executor.queryPrepared<PageRow>(statement)
      : executor.queryRows<PageRow>(statement));
    const [{ total, keys, snapshot = '', life }] = rows as [PageRow]; // the statement always gives a first row
    if (known && known.life !== life) {
      // Snapshots of another life of the server cannot be compared.
      this.long.delete(rowsOf);
      return this.readWhole(list, name, executor);
    }
    if (selectivity === 'low') this.noteLength(rowsOf, { total, snapshot, life });
    if (name !== undefined) this.windows.set(name, snapshot, { total, keys: keys ?? [] });
    const shown = rows.filter(isItem);
    const items = await present(list, shown, executor);
    return items && { page, limit, total, items, ...about(list, shown, total) };
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
  const shown = rows.map((row) => shownIn(list, row));
  const keys = rows.map(({ key }) => key);
  const dependsOn = list.dependsOn && found(list.dependsOn, keys, shown);
  const { nameOf } = list;
  // The rows have the columns of the list.
  const names = nameOf && rows.map((row) => nameOf(row as never)).join(';');
  return { dependsOn, named: names && `${rows[0]?.life} ${total} ${names}` };
}

/** In a function of its own, so that what is kept with an answer does not hold the list and its rows. */
const found =
  (dependsOn: NonNullable<ListQuery['dependsOn']>, keys: readonly Key[], shown: readonly Shown[]): FindDependence =>
  () =>
    dependsOn({ keys, things: together(shown) });

/** The things of several rows, by resource. */
function together(shown: readonly Shown[]): Shown {
  const resources = [...new Set(shown.flatMap((things) => Object.keys(things) as Resource[]))];
  return Object.fromEntries(
    resources.map((resource) => [resource, [...new Set(shown.flatMap((row) => row[resource] ?? []))]]),
  );
}

const isItem = (row: PageRow): row is PageRow & ItemRow => row.key !== null;

/** In one snapshot, the rows that a page shows are there. */
function unreadable(): never {
  throw new Error('A page shows what is not in its snapshot');
}
