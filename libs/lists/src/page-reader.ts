import { SnapshotCache, type Dependent, type Resource, type Shown } from '@app/snapshot-cache';
import { Injectable } from '@nestjs/common';
import { SqlExecutor } from '@app/sql';
import {
  itemsStatement,
  offsetOf,
  pageStatement,
  windowName,
  windowStart,
  type ItemRow,
  type PageRow,
} from './list-statements.js';
import type { Key, ListQuery } from './list-query.js';
import type { Page } from './page.js';
import { isVolatile, selectivityOf } from './parameter.js';

const MB = 1024 * 1024;

/** A range of a list: its total and the keys of consecutive rows. */
interface Window {
  readonly total: number;
  readonly keys: readonly Key[];
}

/** A row as it is sent, and the things whose data it shows. */
interface Item {
  readonly text: Buffer;
  readonly shows: Shown;
}

/**
 * Reads a page of a list in one statement. Two things are cached until the next commit (ADR 9): the keys around the
 * page, so that neighbouring pages only read their rows; and the rows themselves, so that a repeated row is not read
 * again. Most lists are requested for one page only.
 */
@Injectable()
export class PageReader {
  private readonly windows = new SnapshotCache<Window>(16 * MB, ({ keys }) => 16 * keys.length);
  private readonly items = new SnapshotCache<Item>(80 * MB, ({ text }) => text.length);

  constructor(private readonly executor: SqlExecutor) {}

  /** @param snapshot one that is not older than the request */
  async read(list: ListQuery, snapshot: string): Promise<Page> {
    const name = isVolatile(list.query) ? undefined : windowName(list);
    const window = name === undefined ? undefined : this.windows.get(name, snapshot);
    return (window && (await this.readWithin(window, list, snapshot))) ?? (await this.readWhole(list, name));
  }

  /** Reads a page of a cached window; undefined when something was committed since. */
  private async readWithin({ total, keys }: Window, list: ListQuery, snapshot: string): Promise<Page | undefined> {
    const { page, limit } = list.query;
    const from = offsetOf(list.query) - windowStart(list.query);
    const wanted = keys.slice(from, from + limit);
    const items = new Map(wanted.map((key) => [key, this.items.get(itemName(list, key), snapshot)]));
    const missing = wanted.filter((key) => !items.get(key));
    const rows = missing.length > 0 ? await this.executor.queryPrepared<ItemRow>(itemsStatement(list, missing)) : [];
    for (const row of rows) {
      const item = { text: Buffer.from(present(list, row)), shows: shownIn(list, row) };
      this.items.set(itemName(list, row.key), row.snapshot, item);
      if (row.snapshot === snapshot) items.set(row.key, item);
    }
    const known = [...items.values()].filter((item) => item !== undefined);
    if (known.length !== wanted.length) return undefined;
    const shown = known.map(({ shows }) => shows);
    return { page, limit, total, items: known.map(({ text }) => text), ...dependence(list, wanted, shown) };
  }

  /** @param name that of the window, when it may be cached */
  private async readWhole(list: ListQuery, name: string | undefined): Promise<Page> {
    const { page, limit } = list.query;
    const statement = pageStatement(list);
    const rows = await (selectivityOf(list.query) === 'high'
      ? this.executor.queryPrepared<PageRow>(statement)
      : this.executor.queryRows<PageRow>(statement));
    const [{ total, keys, snapshot }] = rows as [PageRow]; // the statement always gives a first row
    if (name !== undefined) this.windows.set(name, snapshot, { total, keys: keys ?? [] });
    const items = rows.filter((row) => isItem(row));
    const shown = items.map((row) => shownIn(list, row));
    const texts = items.map((row) => present(list, row));
    return {
      page,
      limit,
      total,
      items: texts,
      ...dependence(
        list,
        items.map(({ key }) => key),
        shown,
      ),
    };
  }
}

const present = (list: ListQuery, row: ItemRow): string => list.present(row as never); // the row has the columns of the list

const shownIn = (list: ListQuery, row: ItemRow): Shown => list.shows?.(row as never) ?? {}; // as above

/** What a page depends on: the list, its rows, and what these show of other things. */
function dependence({ dependsOn }: ListQuery, keys: readonly Key[], shown: readonly Shown[]): Dependent {
  const resources = [...new Set(shown.flatMap((things) => Object.keys(things) as Resource[]))];
  const things = Object.fromEntries(
    resources.map((resource) => [resource, [...new Set(shown.flatMap((row) => row[resource] ?? []))]]),
  );
  return { dependsOn: dependsOn?.({ keys, things }) };
}

const isItem = (row: PageRow): row is PageRow & ItemRow => row.key !== null;

const itemName = ({ name }: ListQuery, key: Key): string => `${name} ${key}`;
