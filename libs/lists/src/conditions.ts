import type { Kind } from '@app/schema';
import { allOf, anyOf, sql, type Column, type Sql } from '@app/sql';
import { RESOURCES, type MatchesRow } from '@app/cache';
import { Matches, MatchesAny, type Selectivity, type Words } from './parameter.js';
import * as rows from './row-matchers.js';
import { anywhere, atStart, fold, foldName } from './search-text.js';

/** A case-folded expression with a trigram index. */
interface TrigramIndex {
  readonly expression: Sql;
  /** Very frequent words: the index would read long lists for them and exclude few rows. */
  readonly commonWords: ReadonlySet<string>;
  /** Other forms of a text, one of which may be found instead. */
  readonly formsOf?: (text: string) => readonly string[];
}

/** The texts to find for a text; forms that contain another one find nothing more. */
function textsToFind({ formsOf }: TrigramIndex, text: string): string[] {
  const texts = [...new Set([text, ...(formsOf?.(text) ?? [])].map(fold))];
  return texts.filter((one) => !texts.some((other) => other !== one && one.includes(other)));
}

/** A trigram index finds only texts of at least three letters. */
const hasTrigram = (text: string): boolean => text.length >= 3;

/** Finds by the index the rows that may contain the text; another condition must check them. */
export const canContain = ({ expression, commonWords }: TrigramIndex, text: string): Sql =>
  allOf(rareParts(text, commonWords).map((part) => sql`${expression} LIKE ${anywhere(part)}`));

/** The parts of a text between common words; the text itself if no part has a trigram. */
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

/** The row test of a condition on one column, if the column belongs to a logged resource. */
function judgedByColumn<T>(column: Column, test: (name: string, value: T) => MatchesRow): Words {
  const { table, name, isFolded } = column;
  const resource = RESOURCES.find((known) => known === table);
  if (!resource) return {};
  const testOf = (value: T) => (isFolded ? rows.onFolded(name, test(name, value)) : test(name, value));
  return { column, matchesRow: { [resource]: testOf } };
}

/** column = value. */
export const Equals = (column: Column, kind: Kind, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${column} = ${value}`, {
    ...judgedByColumn(column, rows.equals),
    ...words,
  });

/** column = ANY(values); for one value a plain `=`, so that an index can still provide the order. */
export const EqualsAny = (column: Column, kind: Kind<number>, description: string, words?: Words): PropertyDecorator =>
  MatchesAny(
    kind,
    description,
    ([first, ...others]) =>
      others.length === 0 ? sql`${column} = ${first}` : sql`${column} = ANY(${[first, ...others]}::int[])`,
    { ...judgedByColumn(column, rows.isAnyNumber), ...words },
  );

/** column >= value; rows without a value do not match. */
export const AtLeast = (column: Column, kind: Kind, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${column} >= ${value}`, {
    ...judgedByColumn(column, rows.atLeast),
    ...words,
  });

/** column <= value; rows without a value do not match. */
export const AtMost = (column: Column, kind: Kind, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${column} <= ${value}`, {
    ...judgedByColumn(column, rows.atMost),
    ...words,
  });

/** The column, which must be case-folded, equals one of the comma-separated texts, ignoring case. */
export const OneOf = (folded: Column, kind: Kind<string>, description: string, words?: Words): PropertyDecorator =>
  MatchesAny(kind, description, (values) => isOneOf(folded, values), {
    ...judgedByColumn(folded, isOneOfFolded),
    ...words,
  });

/** The column, which must be case-folded, contains the text. */
export const Contains = (folded: Column, kind: Kind<string>, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${folded} LIKE ${anywhere(value)}`, {
    selectivity: selectivityByLength,
    ...judgedByColumn(folded, containsFolded),
    ...words,
  });

/** The column, which must be written by `foldName`, contains the name. */
export const ContainsName = (
  column: Column,
  kind: Kind<string>,
  description: string,
  words?: Words,
): PropertyDecorator =>
  Matches(kind, description, (value) => hasNamePart(column, value), {
    selectivity: (value: string) => selectivityByLength(foldName(value)),
    ...judgedByColumn(column, (name, part: string) => rows.containsName(name, part)),
    ...words,
  });

/** A text of apostrophes only is part of no name. */
export const hasNamePart = (column: Column, part: string): Sql =>
  foldName(part) === '' ? sql`FALSE` : sql`${column} LIKE ${anywhere(foldName(part))}`;

/**
 * The column, which must be case-folded, contains the text or one of its other forms. The search uses the trigram index
 * on a wider expression that includes the column.
 */
export const ContainsWithin = (
  wide: TrigramIndex,
  folded: Column,
  kind: Kind<string>,
  description: string,
  words?: Words,
): PropertyDecorator =>
  Matches(kind, description, (value) => containsWithin(wide, folded, value), {
    selectivity: selectivityByLength,
    ...judgedByColumn(folded, (column, value: string) =>
      rows.meetsAny(textsToFind(wide, value).map((text) => rows.contains(column, text))),
    ),
    ...words,
  });

/** The condition of `ContainsWithin`. */
export function containsWithin(wide: TrigramIndex, folded: Column, value: string): Sql {
  const conditions = textsToFind(wide, value).map((text) => {
    const holds = sql`${folded} LIKE ${anywhere(text)}`;
    return hasTrigram(text) ? sql`${canContain(wide, text)} AND ${holds}` : holds;
  });
  return conditions.length > 1 ? anyOf(conditions) : sql`${conditions[0]}`;
}

/** The column, which must be case-folded, starts with the text. */
export const StartsWith = (folded: Column, kind: Kind<string>, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${folded} LIKE ${atStart(value)}`, {
    selectivity: 'medium',
    ...judgedByColumn(folded, (column, start: string) => rows.startsWith(column, fold(start))),
    ...words,
  });

const isOneOfFolded = (column: string, values: readonly string[]): MatchesRow => rows.isAnyOf(column, values.map(fold));

const containsFolded = (column: string, part: string): MatchesRow => rows.contains(column, fold(part));

/** folded = ANY(values); for one value a plain `=`, so that an index can still provide the order. */
export function isOneOf(folded: Column, values: readonly string[]): Sql {
  const [first, ...others] = values.map(fold);
  return others.length === 0 ? sql`${folded} = ${first}` : sql`${folded} = ANY(${[first, ...others]})`;
}

/** The column, which must be case-folded, contains one of the texts. */
export const containsAny = (folded: Column, values: readonly string[]): Sql =>
  sql`${folded} LIKE ANY(${values.map(anywhere)})`;
