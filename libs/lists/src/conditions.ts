import type { Kind } from '@app/schema';
import { raw, sql, type Sql, allOf } from '@app/sql';
import { RESOURCES, type MatchesRow } from '@app/cache';
import { Matches, MatchesAny, type Selectivity, type Words } from './parameter.js';
import * as rows from './row-matchers.js';
import { anywhere, atStart, fold, foldName } from './search-text.js';

/** A case-folded expression with a trigram index. */
interface TrigramIndex {
  readonly expression: string;
  /** Words that very many rows contain: the index reads long lists for them, and excludes few rows. */
  readonly commonWords: ReadonlySet<string>;
}

/** A trigram index cannot search for fewer than three letters. */
const hasTrigram = (text: string): boolean => text.length >= 3;

/** Finds the rows that can contain the text, by the index; another condition checks them. */
export const canContain = ({ expression, commonWords }: TrigramIndex, text: string): Sql =>
  allOf(rareParts(text, commonWords).map((part) => sql`${raw(expression)} LIKE ${anywhere(part)}`));

/** The parts of a text between its common words; the text itself if these have no trigram. */
function rareParts(text: string, commonWords: ReadonlySet<string>): string[] {
  const parts = [''];
  for (const word of text.split(/([^\p{L}\p{N}]+)/u)) {
    if (commonWords.has(fold(word))) parts.push('');
    else parts.push(`${parts.pop()}${word}`);
  }
  const searched = parts.filter((part) => /[\p{L}\p{N}]{3}/u.test(part));
  return searched.length > 0 ? searched : [text];
}

const selectivityByLength = (text: string): Selectivity => (hasTrigram(text) ? 'medium' : 'low');

/** The test of a condition on one column, if the expression is a column. */
function judgedByColumn<T>(expression: string, test: (column: string, value: T) => MatchesRow): Words {
  const column = rows.columnOf(expression);
  const resource = RESOURCES.find((name) => name === column?.table);
  if (!column || !resource) return {};
  const { name, isFolded } = column;
  const testOf = (value: T) => (isFolded ? rows.onFolded(name, test(name, value)) : test(name, value));
  return { column: expression, matchesRow: { [resource]: testOf } };
}

/** column = value. */
export const Equals = (column: string, kind: Kind, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(column)} = ${value}`, {
    ...judgedByColumn(column, rows.equals),
    ...words,
  });

/** column = ANY(values); a plain `=` for one value, so that an index can still provide the order. */
export const EqualsAny = (column: string, kind: Kind<number>, description: string, words?: Words): PropertyDecorator =>
  MatchesAny(
    kind,
    description,
    ([first, ...others]) =>
      others.length === 0 ? sql`${raw(column)} = ${first}` : sql`${raw(column)} = ANY(${[first, ...others]}::int[])`,
    { ...judgedByColumn(column, rows.isAnyNumber), ...words },
  );

/** column >= value; rows without a value do not match. */
export const AtLeast = (column: string, kind: Kind, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(column)} >= ${value}`, {
    ...judgedByColumn(column, rows.atLeast),
    ...words,
  });

/** column <= value; rows without a value do not match. */
export const AtMost = (column: string, kind: Kind, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(column)} <= ${value}`, {
    ...judgedByColumn(column, rows.atMost),
    ...words,
  });

/** The expression equals one of the comma-separated texts, ignoring case; the expression must be case-folded. */
export const OneOf = (folded: string, kind: Kind<string>, description: string, words?: Words): PropertyDecorator =>
  MatchesAny(kind, description, (values) => isOneOf(folded, values), {
    ...judgedByColumn(folded, isOneOfFolded),
    ...words,
  });

/** The text occurs anywhere in the expression, which must be case-folded. */
export const Contains = (folded: string, kind: Kind<string>, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(folded)} LIKE ${anywhere(value)}`, {
    selectivity: selectivityByLength,
    ...judgedByColumn(folded, containsFolded),
    ...words,
  });

/** The text occurs anywhere in the column, which must be written by `foldName`. */
export const ContainsName = (
  column: string,
  kind: Kind<string>,
  description: string,
  words?: Words,
): PropertyDecorator =>
  Matches(kind, description, (value) => hasNamePart(column, value), {
    selectivity: (value: string) => selectivityByLength(foldName(value)),
    ...judgedByColumn(column, (name, part: string) => rows.containsName(name, part)),
    ...words,
  });

/** An apostrophe alone is part of no name. */
export const hasNamePart = (column: string, part: string): Sql =>
  foldName(part) === '' ? sql`FALSE` : sql`${raw(column)} LIKE ${anywhere(foldName(part))}`;

/**
 * The text occurs anywhere in the expression, which must be case-folded. The search uses the trigram index of a wider
 * expression, of which it is a part.
 */
export const ContainsWithin = (
  wide: TrigramIndex,
  folded: string,
  kind: Kind<string>,
  description: string,
  words?: Words,
): PropertyDecorator =>
  Matches(
    kind,
    description,
    (value) => {
      const holds = sql`${raw(folded)} LIKE ${anywhere(value)}`;
      return hasTrigram(value) ? sql`${canContain(wide, value)} AND ${holds}` : holds;
    },
    { selectivity: selectivityByLength, ...judgedByColumn(folded, containsFolded), ...words },
  );

/** The expression, which must be case-folded, starts with the text. */
export const StartsWith = (folded: string, kind: Kind<string>, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(folded)} LIKE ${atStart(value)}`, {
    selectivity: 'medium',
    ...judgedByColumn(folded, (column, start: string) => rows.startsWith(column, fold(start))),
    ...words,
  });

const isOneOfFolded = (column: string, values: readonly string[]): MatchesRow => rows.isAnyOf(column, values.map(fold));

const containsFolded = (column: string, part: string): MatchesRow => rows.contains(column, fold(part));

/** expression = ANY(values); a plain `=` for one value, so that an index can still provide the order. */
export function isOneOf(folded: string, values: readonly string[]): Sql {
  const [first, ...others] = values.map(fold);
  return others.length === 0 ? sql`${raw(folded)} = ${first}` : sql`${raw(folded)} = ANY(${[first, ...others]})`;
}

/** Any of the texts occurs anywhere in the expression, which must be case-folded. */
export const containsAny = (folded: string, values: readonly string[]): Sql =>
  sql`${raw(folded)} LIKE ANY(${values.map(anywhere)})`;
