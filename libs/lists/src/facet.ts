import 'reflect-metadata';
import { raw, sql, type Sql } from '@app/sql';
import { parametersOf, type ParameterDeclaration } from './parameter.js';
import { columnOf } from './row-test.js';

type Query = new () => object;

/** A value that rows have, in the form that its filter takes. */
export type FacetValue = string | number | boolean;

/** How rows are counted by the values of a field. */
export interface FacetDeclaration {
  /** That of its filter, unless several filters are about the field. */
  readonly name: string;
  /** The column of a row that has the values, without its table. */
  readonly column: string;
  /** The parameters about the same field: its counts do not obey them. */
  readonly own: readonly string[];
  /** SQL: what rows are grouped by. Rows with NULL or an empty text have no value. */
  readonly keysOf: (column: Sql) => readonly Sql[];
  /** The values of a key, which is a text, and of the one at this place if there are several. */
  readonly valuesOf: (key: string, at: number) => readonly FacetValue[];
  /** The column is the id of a row of another table: that table, and its column that has the value as it is shown. */
  readonly named?: { readonly table: string; readonly column: string } | undefined;
}

/** What does not follow from the declaration of the filter. */
type FacetWords = Partial<Omit<FacetDeclaration, 'own'>>;

interface Declared {
  readonly property: string;
  readonly words: FacetWords;
}

const FACETS = Symbol('facets');

/** Rows can be counted by the values of this parameter, or of the field that it is about; written above its declaration. */
export const Facet =
  (words: FacetWords = {}): PropertyDecorator =>
  (target, property) => {
    Reflect.defineMetadata(FACETS, [...declaredOn(target), { property: String(property), words }], target);
  };

const declaredOn = (target: object): readonly Declared[] =>
  (Reflect.getMetadata(FACETS, target) ?? []) as readonly Declared[]; // set by `Facet`

const known = new WeakMap<Query, ReadonlyMap<string, FacetDeclaration>>();

/** The facets of a query class by name, those of base classes first. */
export function facetsOf(query: Query): ReadonlyMap<string, FacetDeclaration> {
  let facets = known.get(query);
  if (!facets) {
    const all = declaredOn(query.prototype as object).map((one) => completed(one, parametersOf(query)));
    known.set(query, (facets = new Map(all.map((facet) => [facet.name, facet]))));
  }
  return facets;
}

function completed(
  { property, words }: Declared,
  parameters: ReadonlyMap<string, ParameterDeclaration>,
): FacetDeclaration {
  const parameter = parameters.get(property);
  const column = words.column ?? columnOf(parameter?.column ?? '')?.name;
  if (column === undefined) throw new Error(`Nothing says which column the facet ${property} counts`);
  const isOwn = (other: ParameterDeclaration) =>
    other.name === property || (parameter?.column !== undefined && other.column === parameter.column);
  return {
    name: property,
    keysOf: (expression) => [expression],
    // As the filter reads it, which is a number where the filter takes numbers.
    valuesOf: (key) => [(parameter?.kind.parse(key) as FacetValue | undefined) ?? key],
    ...words,
    column,
    own: [...parameters.values()].filter(isOwn).map(({ name }) => name),
  };
}

/** Counts by brackets of numbers: the value is the lower bound of a bracket, which ends before the next one. */
export const inBrackets = (bounds: readonly number[]): FacetWords => ({
  keysOf: (column) => [sql`width_bucket(${column}, ${raw(`'{${bounds.join(',')}}'::double precision[]`)})`],
  valuesOf: (key) => bounds.slice(Number(key) - 1, Number(key)),
});
