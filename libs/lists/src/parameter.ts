import 'reflect-metadata';
import type { Recipient } from '@app/http';
import { type Kind, type Class, classOf } from '@app/schema';
import type { Column, Sql } from '@app/sql';
import type { Resource, MatchesRow } from '@app/cache';
import { registerParameter } from './logged-values.js';
import type { ParameterGroup } from './parameter-groups.js';

type Query = Class;

/** Maximum number of values of a comma-separated parameter (D3). */
export const MAX_VALUES = 200;

/** The declaration of a query parameter: name, description, kind, SQL condition. */
export interface ParameterDeclaration {
  readonly name: string;
  readonly description: string;
  /** The kind of a single value. */
  readonly kind: Kind;
  /** Accepts comma-separated values and may be repeated (D3). */
  readonly many: boolean;
  /** Splits a text into values; default: at each comma. */
  readonly splitItems?: (text: string) => string[];
  /** The maximum number of repetitions. Each repetition is one value, which may contain commas. */
  readonly repeats?: number;
  /** The group of forms that shows the parameter. */
  readonly group?: ParameterGroup;
  readonly example?: string | number | boolean;
  readonly initial?: unknown;
  /** The value of an empty text; without it, an empty text counts as absent. */
  readonly blank?: unknown;
  /** Whether the parameter is required. */
  readonly required?: boolean;
  /**
   * Whether the value selects another form of the response. The document describes each form as an operation of its
   * own, without this parameter.
   */
  readonly selectsForm?: boolean;
  /** Whether the values are cursors: an invalid cursor is reported as INVALID_CURSOR. */
  readonly isCursor?: boolean;
  /** The parameter that this one replaces: a request cannot have both. */
  readonly insteadOf?: string;
  /** The name of another parameter that a value requires. */
  readonly needs?: (value: never) => string | undefined;
  /** The fault of a value beside the value of another parameter, given or by default. */
  readonly contradicts?: Contradiction;
  /** Whether the result depends on the time of day, always or for some values. */
  readonly volatile?: boolean | ((value: never) => boolean);
  /** The selectivity; default: low. */
  readonly selectivity?: Selectivity | ((value: never) => Selectivity);
  /** Whether indexes begin with the column: its condition may then use them even beside highly selective parameters. */
  readonly leadsIndexes?: boolean;
  /** The compared column; parameters with the same column belong to one field. */
  readonly column?: Column;
  /** The SQL condition for a value; absent if a named function combines several parameters. */
  readonly predicate?: (value: never, query: never, recipient: Recipient) => Sql;
  /**
   * The equivalent of `predicate` for logged rows, by resource (ADR 15). An undefined test means that every row of the
   * resource may match. Without `matchesRow`, every change invalidates the list.
   */
  readonly matchesRow?: RowMatchers;
  /** The values that `public` keys may send (ADR 19); absent: all values. */
  readonly publicValues?: readonly unknown[];
}

interface Contradiction {
  readonly other: string;
  readonly faultOf: (value: never, other: never) => string | undefined;
}

type RowMatchers = Readonly<Partial<Record<Resource, (value: never) => MatchesRow | undefined>>>;

/** `high`: any value matches few rows; `medium`: it depends on the value; `low`: most rows may match. */
export type Selectivity = 'high' | 'medium' | 'low';

/** The options of a declaration. */
export type Words = Partial<
  Pick<
    ParameterDeclaration,
    | 'group'
    | 'example'
    | 'initial'
    | 'blank'
    | 'required'
    | 'selectsForm'
    | 'isCursor'
    | 'insteadOf'
    | 'needs'
    | 'contradicts'
    | 'splitItems'
    | 'volatile'
    | 'selectivity'
    | 'leadsIndexes'
    | 'column'
    | 'matchesRow'
    | 'publicValues'
  >
>;

const PARAMETERS = Symbol('parameters');

/** The parameters of a query class by name; inherited parameters come first. */
export function parametersOf(query: Query): ReadonlyMap<string, ParameterDeclaration> {
  return declaredOn(query.prototype);
}

function declaredOn(target: object): Map<string, ParameterDeclaration> {
  if (!Reflect.hasOwnMetadata(PARAMETERS, target)) {
    const inherited = Reflect.getMetadata(PARAMETERS, target) as Map<string, ParameterDeclaration> | undefined;
    Reflect.defineMetadata(PARAMETERS, new Map(inherited), target);
  }
  return Reflect.getOwnMetadata(PARAMETERS, target) as Map<string, ParameterDeclaration>; // set in the line above
}

/** Replaces all inherited parameters of a query class. */
export function redeclare(query: Query, parameters: readonly ParameterDeclaration[]): void {
  const declared = declaredOn(query.prototype);
  declared.clear();
  for (const parameter of parameters) declared.set(parameter.name, parameter);
}

/** A parameter of a query with its value. */
export interface GivenParameter {
  readonly parameter: ParameterDeclaration;
  readonly value: unknown;
}

/** The parameters of a query that have a value, given or by default. */
export function givenOf(query: object): GivenParameter[] {
  const parameters = parametersOf(classOf(query));
  return Object.entries(query).flatMap(([name, value]: [string, unknown]) => {
    const parameter = parameters.get(name);
    return parameter && value !== undefined ? { parameter, value } : [];
  });
}

const selectivities = new WeakMap<object, Selectivity>();

/** The selectivity of a query, determined by its most selective parameter. Queries are immutable. */
export function selectivityOf(query: object): Selectivity {
  const known = selectivities.get(query);
  if (known) return known;
  const found = selectivityAmong(query, () => true);
  selectivities.set(query, found);
  return found;
}

/** The highest selectivity among some parameters. */
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

/** The selectivity of a parameter with its value. */
export function selectivityIn({ parameter: { selectivity = 'low' }, value }: GivenParameter): Selectivity {
  // The declaration belongs to the parameter with this value.
  return typeof selectivity === 'function' ? selectivity(value as never) : selectivity;
}

/** Whether a parameter with its value depends on the time of day. */
export const isVolatile = ({ parameter: { volatile = false }, value }: GivenParameter): boolean =>
  // The declaration belongs to the parameter with this value.
  typeof volatile === 'function' ? volatile(value as never) : volatile;

/** Whether the set of matching rows depends on the time of day. */
export const hasVolatileRows = (query: object): boolean =>
  givenOf(query).some((given) => given.parameter.name !== 'sort' && isVolatile(given));

const declare =
  (parameter: Omit<ParameterDeclaration, 'name'>): PropertyDecorator =>
  (target, name) => {
    const declaration = { ...parameter, name: String(name) };
    declaredOn(target).set(declaration.name, declaration);
    registerParameter(declaration.name, declaration.kind);
  };

/** The group of all parameters that the class itself declares without a group. */
export const InGroup =
  (group: ParameterGroup): ClassDecorator =>
  ({ prototype }) => {
    const declared = declaredOn(prototype as object); // of a class
    for (const [name, parameter] of declared) declared.set(name, { group, ...parameter });
  };

/** A parameter without its own condition: a named function in the same file uses it, or it is not a filter. */
export const Parameter = (kind: Kind, description: string, words: Words = {}): PropertyDecorator =>
  declare({ kind, description, many: false, ...words });

/** A comma-separated parameter without its own condition; see `Parameter`. */
export const ListParameter = (kind: Kind, description: string, words: Words = {}): PropertyDecorator =>
  declare({ kind, description, many: true, ...words });

/** A repeatable parameter without its own condition; see `Parameter`. */
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
  predicate: (value: NonNullable<T>, query: Q, recipient: Recipient) => Sql,
  words: Words = {},
): PropertyDecorator => declare({ kind, description, many: false, predicate, ...words });

/** A parameter with its own condition for comma-separated values. */
export const MatchesAny = <T>(
  kind: Kind<T>,
  description: string,
  predicate: (values: NonNullable<T>[]) => Sql,
  words: Words = {},
): PropertyDecorator => declare({ kind, description, many: true, predicate, ...words });
