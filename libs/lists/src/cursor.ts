import { hash } from 'node:crypto';
import { NO_CURSOR_OF_LIST, problems } from '@app/http';
import type { KeysetValues } from './keyset.js';
import type { ListQuery } from './list-query.js';
import { parametersOf } from './parameter.js';

/** The version of the cursor format. */
const VERSION = 1;

/** The parameters that may differ from page to page of a list. */
const OF_A_PAGE = new Set(['page', 'limit', 'cursor']);

/** The list of a cursor: name, filters and sort order. */
function listOf({ name, query }: ListQuery): string {
  const values = query as unknown as Record<string, unknown>; // a query class has the declared parameters as keys
  const given = [...parametersOf(query.constructor as new () => object).keys()]
    .filter((parameter) => !OF_A_PAGE.has(parameter) && values[parameter] !== undefined)
    .map((parameter) => [parameter, values[parameter]]);
  return JSON.stringify([name, given]);
}

const checksum = (list: ListQuery, values: KeysetValues): string =>
  hash('sha1', `${listOf(list)} ${JSON.stringify(values)}`, 'base64url');

/** The cursor after a row. It continues the list at any time. */
export const cursorBehind = (list: ListQuery, values: KeysetValues): string =>
  Buffer.from(JSON.stringify([VERSION, checksum(list, values), ...values])).toString('base64url');

/** The sort values of the row before the page; undefined: the start. @throws INVALID_CURSOR */
export function rowBefore(list: ListQuery): KeysetValues | undefined {
  const { cursor = '' } = list.query;
  if (cursor === '') return undefined;
  const [version, sum, ...values] = partsOf(cursor);
  if (version !== VERSION || !isKeyset(values, list) || sum !== checksum(list, values))
    throw problems.invalidCursor([{ parameter: 'cursor', message: NO_CURSOR_OF_LIST }]);
  return values;
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const isKeyset = (values: unknown[], { order }: ListQuery): values is (string | null)[] =>
  values.length === order.terms.length && values.every((value) => value === null || typeof value === 'string');
