import { prepared, Values, type Cell, type Plan, type Query } from './plan.js';

/** Signs that words are read without. */
const NO_LETTERS = '[^a-z0-9]*';
const BETWEEN_WORDS = `[^a-z0-9']`;

/** Suburbs of which a word starts with some letters, by the number of their current listings; the letters may go on in the next word. */
export function planSuggest(query: Query): Plan {
  const values = new Values();
  const typed = (query['q'] ?? '').toLowerCase();
  const letters = [...typed].join(NO_LETTERS);
  const [part, start, later] = [`%${typed}%`, `^${letters}`, `(^|${BETWEEN_WORDS})${letters}`].map((one) =>
    values.add(one),
  );
  const state = values.add(typed);
  const text = `
    WITH matched AS MATERIALIZED (
      SELECT *, CASE WHEN lower(suburb) ~ ${start} THEN 1 ELSE 2 END AS rank FROM suburbs
      WHERE gazetted AND (lower(state) = ${state}
        OR translate(lower(suburb), ' ''-', '') LIKE ${part} AND lower(suburb) ~ ${later})
    )
    SELECT 'suburb', name, suburb, state, postcode, region_name, area_name, slug, uid::text,
      coalesce(latitude::text, ''), coalesce(longitude::text, ''), counted.listings
    FROM matched, LATERAL (
      SELECT count(*)::int AS listings FROM listings WHERE suburb_id = matched.id AND status = 'current'
    ) counted
    ORDER BY rank, listings DESC, lower(suburb) <> ${state}, name COLLATE "C" LIMIT ${values.add(Number(query['limit']))}`;
  return {
    statement: prepared(text, values.list),
    present: (rows) => ({
      body: JSON.stringify({ data: rows.map((row) => ({ ...suggestionOf(row), match: matchOf(row, typed) })) }),
    }),
  };
}

const NAMES = [
  'type',
  'text',
  'suburb',
  'state',
  'postcode',
  'regionName',
  'areaName',
  'slug',
  '_id',
  'latitude',
  'longitude',
  'listings',
] as const;

const suggestionOf = (row: readonly Cell[]): object => Object.fromEntries(NAMES.map((name, at) => [name, row[at]]));

type Range = readonly [from: number, to: number];

/** Where the letters are: in the name from the first word on that they fit, or they are the state. */
function matchOf([, text, suburb]: readonly Cell[], typed: string): Range[] {
  const [whole, name] = [String(text), String(suburb)];
  const words = [...name.matchAll(/[a-z0-9']+/gi)].map(({ 0: word, index }): Range => [index, index + word.length]);
  for (const at of words.keys()) {
    const found = coveredBy(typed, name, words.slice(at));
    if (found) return found;
  }
  return [[name.length + 1, whole.indexOf(' ', name.length + 1)]];
}

function coveredBy(typed: string, name: string, words: readonly Range[]): Range[] | undefined {
  const found: Range[] = [];
  let read = 0;
  for (const [from, to] of words) {
    let end = from;
    for (; end < to && read < typed.length; end += 1) {
      const sign = (name[end] ?? '').toLowerCase();
      if (sign === "'") continue;
      if (sign !== typed[read]) return undefined;
      read += 1;
    }
    found.push([from, end]);
    if (read === typed.length) return found;
  }
  return undefined;
}
