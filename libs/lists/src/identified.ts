import { anyId, id } from '@app/schema';
import { raw, sql, type Sql } from '@app/sql';
import type { MatchesRow } from '@app/cache';
import { MatchesAny } from './parameter.js';
import { onColumns } from './row-matchers.js';

type AnyIds = readonly (number | string)[];

/**
 * The row has one of these numeric ids or object identifiers. Both become numeric ids, so that one index finds the
 * rows, even in a view of the table.
 * @param aliases the table of further identities
 */
export function isIdentified(alias: string, table: string, given: AnyIds, aliases?: string): Sql {
  if (aliases !== undefined) return isAnyIdentified(alias, table, given, aliases);
  const ids = given.filter((one) => typeof one === 'number');
  const uids = given.filter((one) => typeof one === 'string');
  const named = sql`ARRAY(SELECT id FROM ${raw(table)} WHERE uid = ANY(${uids}::uuid[]))`;
  if (uids.length === 0) return sql`${raw(alias)}.id = ANY(${ids}::int[])`;
  if (ids.length === 0) return sql`${raw(alias)}.id = ANY(${named})`;
  return sql`${raw(alias)}.id = ANY(${ids}::int[] || ${named})`;
}

/**
 * As `isIdentified`, for rows with further identities: `aliases` is a table of `id` and `uid` that refers to the row.
 */
function isAnyIdentified(alias: string, table: string, given: AnyIds, aliases: string): Sql {
  const ids = sql`${given.filter((one) => typeof one === 'number')}::int[]`;
  const uids = sql`${given.filter((one) => typeof one === 'string')}::uuid[]`;
  return sql`${raw(alias)}.id = ANY(${ids} || ARRAY(SELECT id FROM ${raw(table)} WHERE uid = ANY(${uids})
    UNION ALL SELECT ${raw(alias)}_id FROM ${raw(aliases)} WHERE id = ANY(${ids}) OR uid = ANY(${uids})))`;
}

/** Whether a logged row meets `isIdentified`. */
export function isAmong(given: AnyIds): MatchesRow {
  const all = new Set<unknown>(given);
  return onColumns(['id', 'uid'], ({ id: number, uid }) => all.has(number) || all.has(uid));
}

const mayBeAmong = (given: AnyIds): MatchesRow => {
  const among = isAmong(given);
  return (row) => among(row) === true || undefined;
};

const ORDERED = 'The items come in the order of the list; unknown ids are ignored.';

/** A parameter for numeric ids and object identifiers; the alias of the table is the name of the resource. */
export const Ids = (alias: string, table: string, of: string, example: string, aliases?: string): PropertyDecorator =>
  MatchesAny(
    anyId,
    `${of} by numeric id or object identifier (\`_id\`), mixed. ${ORDERED}`,
    (given) => isIdentified(alias, table, given, aliases),
    {
      example,
      selectivity: 'high',
      // A logged row does not contain its further identities.
      matchesRow: { [alias]: aliases === undefined ? isAmong : mayBeAmong },
    },
  );

/** A parameter for items that have numeric ids only. */
export const NumericIds = (alias: string, of: string, example: number): PropertyDecorator =>
  MatchesAny(id, `${of} by numeric id. ${ORDERED}`, (given) => sql`${raw(alias)}.id = ANY(${given}::bigint[])`, {
    example,
    selectivity: 'high',
  });
