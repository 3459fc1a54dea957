import 'reflect-metadata';
import type { Kind } from '@app/schema';
import { raw, sql, type Sql } from '@app/sql';
import { anywhere, atStart, fold } from './search-text.js';

type Query = new () => object;

/** How many values a comma-separated parameter takes (D3). */
export const MAX_VALUES = 200;

/** One declared query parameter: its name, its meaning, how it is read, and what it asks of the store. */
export interface ParameterDeclaration {
  readonly name: string;
  readonly description: string;
  /** What one value is. */
  readonly kind: Kind;
  /** Takes comma-separated values and may be repeated (D3). */
  readonly many: boolean;
  readonly example?: unknown;
  readonly initial?: unknown;
  /** What it asks depends on the time of day. */
  readonly volatile?: boolean;
  /** How few of the rows match a value; low unless stated: most may. */
  readonly selectivity?: Selectivity | ((value: never) => Selectivity);
  /** The condition that a value sets; absent where a named function combines several parameters. */
  readonly predicate?: (value: never) => Sql;
}

/** `high`: few rows match, whatever the value is; `medium`: it depends on the value; `low`: most rows may match. */
type Selectivity = 'high' | 'medium' | 'low';

type Words = Partial<Pick<ParameterDeclaration, 'example' | 'initial' | 'volatile' | 'selectivity'>>;

const PARAMETERS = Symbol('parameters');

/** Every parameter of a query class by its name, those of its base classes first. */
export function parametersOf(query: Query): ReadonlyMap<string, ParameterDeclaration> {
  return declaredOn(query.prototype as object); // `prototype` is typed any
}

function declaredOn(target: object): Map<string, ParameterDeclaration> {
  if (!Reflect.hasOwnMetadata(PARAMETERS, target)) {
    const inherited = Reflect.getMetadata(PARAMETERS, target) as Map<string, ParameterDeclaration> | undefined;
    Reflect.defineMetadata(PARAMETERS, new Map(inherited), target);
  }
  return Reflect.getOwnMetadata(PARAMETERS, target) as Map<string, ParameterDeclaration>; // what the line above put there
}

/** The parameters that a query was given, or has from the beginning, with their values. */
function givenOf(query: object): { parameter: ParameterDeclaration; value: unknown }[] {
  const parameters = parametersOf(query.constructor as Query);
  return Object.entries(query).flatMap(([name, value]: [string, unknown]) => {
    const parameter = parameters.get(name);
    return parameter && value !== undefined ? { parameter, value } : [];
  });
}

/** How few of the rows match a query: as its most selective parameter says. */
export function selectivityOf(query: object): Selectivity {
  const found = new Set(
    givenOf(query).map(({ parameter: { selectivity: leaves = 'low' }, value }) =>
      typeof leaves === 'function' ? leaves(value as never) : leaves,
    ),
  );
  return found.has('high') ? 'high' : found.has('medium') ? 'medium' : 'low';
}

/** Whether what a query asks depends on the time of day. */
export const isVolatile = (query: object): boolean => givenOf(query).some(({ parameter }) => parameter.volatile);

/** An index of the groups of three letters in a text knows nothing of fewer. */
const hasTrigram = (text: string): boolean => text.length >= 3;

const selectivityByLength = (text: string): Selectivity => (hasTrigram(text) ? 'medium' : 'low');

const declare =
  (parameter: Omit<ParameterDeclaration, 'name'>): PropertyDecorator =>
  (target, name) => {
    declaredOn(target).set(String(name), { ...parameter, name: String(name) });
  };

/** A parameter that a named function of the same file combines with others, or that is no filter. */
export const Parameter = (kind: Kind, description: string, words: Words = {}): PropertyDecorator =>
  declare({ kind, description, many: false, ...words });

/** The same, comma-separated. */
export const ListParameter = (kind: Kind, description: string, words: Words = {}): PropertyDecorator =>
  declare({ kind, description, many: true, ...words });

/** A condition of its own on one value. */
export const Matches = <T>(
  kind: Kind<T>,
  description: string,
  predicate: (value: NonNullable<T>) => Sql,
  words: Words = {},
): PropertyDecorator => declare({ kind, description, many: false, predicate, ...words });

/** A condition of its own on comma-separated values. */
export const MatchesAny = <T>(
  kind: Kind<T>,
  description: string,
  predicate: (values: NonNullable<T>[]) => Sql,
  words: Words = {},
): PropertyDecorator => declare({ kind, description, many: true, predicate, ...words });

/** column = value. */
export const Equals = (column: string, kind: Kind, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(column)} = ${value}`, words);

/** column >= value; an absent value matches no bound. */
export const AtLeast = (column: string, kind: Kind, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(column)} >= ${value}`, words);

/** column <= value; an absent value matches no bound. */
export const AtMost = (column: string, kind: Kind, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(column)} <= ${value}`, words);

/** The expression is one of the comma-separated texts, without regard to case; it must be folded. */
export const OneOf = (folded: string, kind: Kind<string>, description: string, words?: Words): PropertyDecorator =>
  MatchesAny(kind, description, (values) => isOneOf(folded, values), words);

/** The text occurs anywhere in the expression, which must be folded. */
export const Contains = (folded: string, kind: Kind<string>, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(folded)} LIKE ${anywhere(value)}`, {
    selectivity: selectivityByLength,
    ...words,
  });

/** The text occurs anywhere in the expression, as part of a wider one that has a trigram index; both must be folded. */
export const ContainsWithin = (
  wide: string,
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
      return hasTrigram(value) ? sql`${raw(wide)} LIKE ${anywhere(value)} AND ${holds}` : holds;
    },
    { selectivity: selectivityByLength, ...words },
  );

/** The expression, which must be folded, starts with the text. */
export const StartsWith = (folded: string, kind: Kind<string>, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(folded)} LIKE ${atStart(value)}`, {
    selectivity: 'medium',
    ...words,
  });

/** folded expression = ANY(values), written as a plain `=` for one value so that an index can still give the order. */
export function isOneOf(folded: string, values: readonly string[]): Sql {
  const [first, ...others] = values.map(fold);
  return others.length === 0 ? sql`${raw(folded)} = ${first}` : sql`${raw(folded)} = ANY(${[first, ...others]})`;
}

/** Any of the comma-separated texts occurs anywhere in the expression, which must be folded. */
export const containsAny = (folded: string, values: readonly string[]): Sql =>
  sql`${raw(folded)} LIKE ANY(${values.map(anywhere)})`;
