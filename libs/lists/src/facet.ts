import 'reflect-metadata';
import type { Class } from '@app/schema';
import type { Sql } from '@app/sql';
import { parametersOf, type ParameterDeclaration } from './parameter.js';

type Query = Class;

/** A value as the filter formats it. */
export type FacetValue = string | number | boolean;

/** Declares how rows are counted per value of a field. */
export interface FacetDeclaration {
  /** The name of the filter, unless the field has several filters. */
  readonly name: string;
  /** The column with the values, without its table. */
  readonly column: string;
  /** The filters on the same field; the counts ignore them. */
  readonly own: readonly string[];
  /** Further columns that the keys depend on. */
  readonly also: readonly string[];
  /** SQL of the grouping keys. NULL and empty texts do not count as values. */
  readonly keysOf: (column: Sql, columnOf: (name: string) => Sql) => readonly Sql[];
  /** The values of a key; `at` is the index of the key if there are several. */
  readonly valuesOf: (key: string, at: number) => readonly FacetValue[];
  /** Members that the response shows beside the value; `type` also declares the count. */
  readonly shown?: { readonly type: Class; readonly membersOf: (value: FacetValue) => object } | undefined;
  /** The table that the column refers to, and its column with the shown value, or with the name beside the value. */
  readonly named?: { readonly table: string; readonly column: string; readonly isBeside?: boolean } | undefined;
  /** A join with the values, where a row has several, and the SQL of a value. */
  readonly joined?: { readonly join: Sql; readonly value: Sql } | undefined;
}

/** The members that the declaration of the filter does not provide. */
type FacetWords = Partial<FacetDeclaration>;

interface Declared {
  readonly property: string;
  readonly words: FacetWords;
}

const FACETS = Symbol('facets');

/** Declares that rows can be counted per value of this filter's field; written above the filter. */
export const Facet =
  (words: FacetWords = {}): PropertyDecorator =>
  (target, property) => {
    Reflect.defineMetadata(FACETS, [...declaredOn(target), { property: String(property), words }], target);
  };

const declaredOn = (target: object): readonly Declared[] =>
  (Reflect.getMetadata(FACETS, target) ?? []) as readonly Declared[]; // set by `Facet`

const known = new WeakMap<Query, ReadonlyMap<string, FacetDeclaration>>();

/** The facets of a query class by name; inherited facets come first. */
export function facetsOf(query: Query): ReadonlyMap<string, FacetDeclaration> {
  let facets = known.get(query);
  if (!facets) {
    const all = declaredOn(query.prototype).map((one) => completed(one, parametersOf(query)));
    known.set(query, (facets = new Map(all.map((facet) => [facet.name, facet]))));
  }
  return facets;
}

function completed(
  { property, words }: Declared,
  parameters: ReadonlyMap<string, ParameterDeclaration>,
): FacetDeclaration {
  const parameter = parameters.get(property);
  const column = words.column ?? parameter?.column?.name;
  if (column === undefined) throw new Error(`The facet ${property} declares no column`);
  const isOwn = (other: ParameterDeclaration) =>
    other.name === property || (parameter?.column !== undefined && other.column?.text === parameter.column.text);
  return {
    name: property,
    also: [],
    keysOf: (expression) => [expression],
    // The value as the filter parses it, for example a number.
    valuesOf: (key) => [(parameter?.kind.parse(key) as FacetValue | undefined) ?? key],
    ...words,
    column,
    own: words.own ?? [...parameters.values()].filter(isOwn).map(({ name }) => name),
  };
}
