import type { Dependent, FindDependence, Resource, Shown } from '@app/snapshot-cache';
import type { RowSource } from '@app/documents';
import type { ItemRow, ListQuery, ShownPage } from './list-query.js';
import type { Items, Page } from './page.js';

/** The items of rows; undefined when something that they show has changed since. */
export async function present(
  list: ListQuery,
  rows: readonly ItemRow[],
  source: Pick<RowSource, 'executor' | 'isRepeated'>,
): Promise<Items | undefined> {
  const [first] = rows;
  // The rows have the columns of the list.
  return first ? list.present(rows as never, { life: first.life, ...source }) : [];
}

/** Where the items of rows are on the map: looked for when they are asked for in GeoJSON. */
export function featuresOf(list: ListQuery, rows: readonly ItemRow[], items: Items): Page['features'] {
  const { featureOf } = list;
  // The rows have the columns of the list.
  return featureOf && (() => rows.map((row, at) => featureOf(row as never, String(items[at]))));
}

/** The things of other resources that a row shows. */
export const shownIn = (list: ListQuery, row: ItemRow): Shown => list.shows?.(row as never) ?? {}; // the row has the columns of the list

/**
 * What is known of a page.
 *
 * @param says what the answer says beside the rows
 */
export function about(
  list: ListQuery,
  rows: readonly ItemRow[],
  ...says: readonly (number | string | null)[]
): Dependent {
  const keys = rows.map(({ key }) => key);
  const dependsOn = list.dependsOn && found(list.dependsOn, { keys, things: together(list, rows) });
  const { nameOf } = list;
  // The rows have the columns of the list. An empty page has a name, too: its total may change.
  const names = nameOf && rows.map((row) => nameOf(row as never)).join(';');
  return { dependsOn, named: names === undefined ? undefined : `${rows[0]?.life ?? ''} ${says.join(' ')} ${names}` };
}

/**
 * In a function of its own, so that what is kept with an answer does not hold the list and its rows. The page is kept as
 * bytes: one object for each garbage collection in place of nine.
 */
function found(dependsOn: NonNullable<ListQuery['dependsOn']>, page: ShownPage): FindDependence {
  const bytes = Buffer.from(JSON.stringify(page));
  return () => dependsOn(JSON.parse(bytes.toString()) as ShownPage); // it was one
}

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
