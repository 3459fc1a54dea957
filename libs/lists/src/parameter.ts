import 'reflect-metadata';
import type { Kind } from '@app/schema';
import { raw, sql, type Sql } from '@app/sql';
import { RESOURCES, type Resource, type RowTest } from '@app/snapshot-cache';
import * as rows from './row-test.js';
import { anywhere, atStart, fold } from './search-text.js';
import { canContain, hasTrigram, type TrigramIndex } from './trigram-search.js';

type Query = new () => object;

/** Maximum number of values of a comma-separated parameter (D3). */
export const MAX_VALUES = 200;

/** The declaration of a query parameter: name, meaning, how it is parsed, and its SQL condition. */
export interface ParameterDeclaration {
  readonly name: string;
  readonly description: string;
  /** The kind of a single value. */
  readonly kind: Kind;
  /** Accepts comma-separated values and may be repeated (D3). */
  readonly many: boolean;
  /** It may be repeated so many times, each time with one value, which may contain commas. */
  readonly repeats?: number;
  readonly example?: unknown;
  readonly initial?: unknown;
  /** The value of the empty text, which otherwise counts as not given. */
  readonly blank?: unknown;
  /** It must be given. */
  readonly required?: boolean;
  /** The parameter that it takes the place of: they cannot both be given. */
  readonly insteadOf?: string;
  /** The parameter without which a value of it means nothing. */
  readonly needs?: (value: never) => string | undefined;
  /** Its condition depends on the time of day. */
  readonly volatile?: boolean;
  /** How selective the parameter is; default: low (most rows may match). */
  readonly selectivity?: Selectivity | ((value: never) => Selectivity);
  /** Indexes begin with its column: its condition stays in their reach, however selective the others are. */
  readonly leadsIndexes?: boolean;
  /** The column that its condition compares, as `listing.bedrooms`: parameters of one column are about one field. */
  readonly column?: string;
  /** How it bounds its column, if an index has the rows in the order of that. */
  readonly bound?: BoundDeclaration;
  /** The SQL condition for a value, in a query; absent when a named function combines several parameters. */
  readonly predicate?: (value: never, query: never) => Sql;
  /**
   * The same condition on logged rows, by the resources that it reads (ADR 24). A resource whose test is undefined cannot
   * be judged; when `judged` is absent, the condition may read anything.
   */
  readonly judged?: Judged;
  /** What credentials of the scope `public` may do with it; absent: the same as others. */
  readonly forPublic?: ForPublic;
}

/** A lowest or highest value of a column. */
export interface BoundDeclaration {
  /** Whether a value finds all rows that another one finds. */
  readonly isWider: (value: number, than: number) => boolean;
  /** SQL: a row is beyond a value. */
  readonly beyond: (value: number) => Sql;
}

/** A parameter for the public (ADR 36): the values that it may have, or a condition that reads less. */
export interface ForPublic extends Partial<Pick<ParameterDeclaration, 'predicate' | 'judged'>> {
  readonly allows?: readonly unknown[];
}

type Judged = Readonly<Partial<Record<Resource, (value: never) => RowTest | undefined>>>;

/** `high`: few rows match any value; `medium`: it depends on the value; `low`: most rows may match. */
export type Selectivity = 'high' | 'medium' | 'low';

type Words = Partial<
  Pick<
    ParameterDeclaration,
    | 'example'
    | 'initial'
    | 'blank'
    | 'required'
    | 'insteadOf'
    | 'needs'
    | 'volatile'
    | 'selectivity'
    | 'leadsIndexes'
    | 'column'
    | 'bound'
    | 'judged'
    | 'forPublic'
  >
>;

const PARAMETERS = Symbol('parameters');

/** The parameters of a query class by name, those of base classes first. */
export function parametersOf(query: Query): ReadonlyMap<string, ParameterDeclaration> {
  return declaredOn(query.prototype as object); // `prototype` has the type any
}

function declaredOn(target: object): Map<string, ParameterDeclaration> {
  if (!Reflect.hasOwnMetadata(PARAMETERS, target)) {
    const inherited = Reflect.getMetadata(PARAMETERS, target) as Map<string, ParameterDeclaration> | undefined;
    Reflect.defineMetadata(PARAMETERS, new Map(inherited), target);
  }
  return Reflect.getOwnMetadata(PARAMETERS, target) as Map<string, ParameterDeclaration>; // set in the line above
}

/** Replaces all parameters that a query class inherits. */
export function redeclare(query: Query, parameters: readonly ParameterDeclaration[]): void {
  const declared = declaredOn(query.prototype as object); // `prototype` has the type any
  declared.clear();
  for (const parameter of parameters) declared.set(parameter.name, parameter);
}

/** A parameter of a query with its value. */
export interface Given {
  readonly parameter: ParameterDeclaration;
  readonly value: unknown;
}

/** The parameters of a query that have a value, given or by default. */
export function givenOf(query: object): Given[] {
  const parameters = parametersOf(query.constructor as Query);
  return Object.entries(query).flatMap(([name, value]: [string, unknown]) => {
    const parameter = parameters.get(name);
    return parameter && value !== undefined ? { parameter, value } : [];
  });
}

const selectivities = new WeakMap<object, Selectivity>();

/** The selectivity of a query, which does not change any more: that of its most selective parameter. */
export function selectivityOf(query: object): Selectivity {
  const known = selectivities.get(query);
  if (known) return known;
  const found = selectivityAmong(query, () => true);
  selectivities.set(query, found);
  return found;
}

/** That of the most selective one of some parameters. */
export function selectivityAmong(query: object, among: (name: string) => boolean): Selectivity {
  const given = givenOf(query).filter(({ parameter }) => among(parameter.name));
  const found = new Set(given.map(selectivityIn));
  return found.has('high') ? 'high' : found.has('medium') ? 'medium' : 'low';
}

/** The highly selective parameters of a query. */
export const selectiveOf = (query: object): string[] =>
  givenOf(query)
    .filter((given) => selectivityIn(given) === 'high')
    .map(({ parameter }) => parameter.name);

/** How selective a parameter is with its value. */
export function selectivityIn({ parameter: { selectivity = 'low' }, value }: Given): Selectivity {
  return typeof selectivity === 'function' ? selectivity(value as never) : selectivity; // the declaration is of the parameter of this value
}

/** Whether a query depends on the time of day. */
export const isVolatile = (query: object): boolean => givenOf(query).some(({ parameter }) => parameter.volatile);

const selectivityByLength = (text: string): Selectivity => (hasTrigram(text) ? 'medium' : 'low');

const declare =
  (parameter: Omit<ParameterDeclaration, 'name'>): PropertyDecorator =>
  (target, name) => {
    declaredOn(target).set(String(name), { ...parameter, name: String(name) });
  };

/** A parameter without a condition of its own: a named function in the same file uses it, or it is not a filter. */
export const Parameter = (kind: Kind, description: string, words: Words = {}): PropertyDecorator =>
  declare({ kind, description, many: false, ...words });

/** A comma-separated parameter without a condition of its own; see `Parameter`. */
export const ListParameter = (kind: Kind, description: string, words: Words = {}): PropertyDecorator =>
  declare({ kind, description, many: true, ...words });

/** A parameter without a condition of its own that may be repeated; see `Parameter`. */
export const RepeatedParameter = (
  kind: Kind,
  description: string,
  repeats: number,
  words: Words = {},
): PropertyDecorator => declare({ kind, description, many: false, repeats, ...words });

/** A parameter with its own condition for one value. */
export const Matches = <T, Q = never>(
  kind: Kind<T>,
  description: string,
  predicate: (value: NonNullable<T>, query: Q) => Sql,
  words: Words = {},
): PropertyDecorator => declare({ kind, description, many: false, predicate, ...words });

/** A parameter with its own condition for comma-separated values. */
export const MatchesAny = <T>(
  kind: Kind<T>,
  description: string,
  predicate: (values: NonNullable<T>[]) => Sql,
  words: Words = {},
): PropertyDecorator => declare({ kind, description, many: true, predicate, ...words });

/** A condition on one column is judged by that column, if the expression is one. */
function judgedByColumn<T>(expression: string, test: (column: string, value: T) => RowTest): Words {
  const column = rows.columnOf(expression);
  const resource = RESOURCES.find((name) => name === column?.table);
  if (!column || !resource) return {};
  const { name, isFolded } = column;
  const testOf = (value: T) => (isFolded ? rows.onFolded(name, test(name, value)) : test(name, value));
  return { column: expression, judged: { [resource]: testOf } };
}

/** column = value. */
export const Equals = (column: string, kind: Kind, description: string, words?: Words): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(column)} = ${value}`, {
    ...judgedByColumn(column, rows.equals),
    ...words,
  });

/** Words of a bound. */
interface BoundWords extends Words {
  /** Whether an index has the rows of each status in the order of the column: those between two bounds are counted at once. */
  readonly isIndexed?: boolean;
}

/** column >= value; rows without a value do not match. */
export const AtLeast = (
  column: string,
  kind: Kind,
  description: string,
  { isIndexed = false, ...words }: BoundWords = {},
): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(column)} >= ${value}`, {
    ...judgedByColumn(column, rows.atLeast),
    ...(isIndexed && {
      bound: { isWider: (value, than) => value < than, beyond: (value) => sql`${raw(column)} < ${value}` },
    }),
    ...words,
  });

/** column <= value; rows without a value do not match. */
export const AtMost = (
  column: string,
  kind: Kind,
  description: string,
  { isIndexed = false, ...words }: BoundWords = {},
): PropertyDecorator =>
  Matches(kind, description, (value) => sql`${raw(column)} <= ${value}`, {
    ...judgedByColumn(column, rows.atMost),
    ...(isIndexed && {
      bound: { isWider: (value, than) => value > than, beyond: (value) => sql`${raw(column)} > ${value}` },
    }),
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

const isOneOfFolded = (column: string, values: readonly string[]): RowTest => rows.isAnyOf(column, values.map(fold));

const containsFolded = (column: string, part: string): RowTest => rows.contains(column, fold(part));

/** expression = ANY(values); for one value a plain `=`, so that an index can still provide the order. */
export function isOneOf(folded: string, values: readonly string[]): Sql {
  const [first, ...others] = values.map(fold);
  return others.length === 0 ? sql`${raw(folded)} = ${first}` : sql`${raw(folded)} = ANY(${[first, ...others]})`;
}

/** Any of the texts occurs anywhere in the expression, which must be case-folded. */
export const containsAny = (folded: string, values: readonly string[]): Sql =>
  sql`${raw(folded)} LIKE ANY(${values.map(anywhere)})`;
