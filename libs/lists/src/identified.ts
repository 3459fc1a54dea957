import { anyId, id } from '@app/schema';
import { raw, sql, type Sql } from '@app/sql';
import type { MatchesRow } from '@app/cache';
import { MatchesAny } from './parameter.js';
import { onColumns } from './row-matchers.js';

type AnyIds = readonly (number | string)[];

/**
 * The row has one of these numeric ids or object identifiers. Both become numeric ids, so that one index finds the
 * rows, even in a view of the table.
 */
export function isIdentified(alias: string, table: string, given: AnyIds): Sql {
  const ids = given.filter((one) => typeof one === 'number');
  const uids = given.filter((one) => typeof one === 'string');
  const named = sql`ARRAY(SELECT id FROM ${raw(table)} WHERE uid = ANY(${uids}::uuid[]))`;
  if (uids.length === 0) return sql`${raw(alias)}.id = ANY(${ids}::int[])`;
  if (ids.length === 0) return sql`${raw(alias)}.id = ANY(${named})`;
  return sql`${raw(alias)}.id = ANY(${ids}::int[] || ${named})`;
}

/** Whether a logged row meets `isIdentified`. */
export function isAmong(given: AnyIds): MatchesRow {
  const all = new Set<unknown>(given);
  return onColumns(['id', 'uid'], ({ id: number, uid }) => all.has(number) || all.has(uid));
}

const ORDERED = 'The items come in the order of the list; unknown ids are ignored.';

/** A parameter for numeric ids and object identifiers; the alias of the table is the name of the resource. */
export const Ids = (alias: string, table: string, of: string, example: string): PropertyDecorator =>
  MatchesAny(
    anyId,
    `${of} by numeric id or object identifier (\`_id\`), mixed. ${ORDERED}`,
    (given) => isIdentified(alias, table, given),
    {
      group: 'Words and identifiers',
      example,
      selectivity: 'high',
      matchesRow: { [alias]: isAmong },
    },
  );

/** A parameter for items that have numeric ids only. */
export const NumericIds = (alias: string, of: string, example: number): PropertyDecorator =>
  MatchesAny(id, `${of} by numeric id. ${ORDERED}`, (given) => sql`${raw(alias)}.id = ANY(${given}::bigint[])`, {
    group: 'Words and identifiers',
    example,
    selectivity: 'high',
  });
