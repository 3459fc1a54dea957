import type { Sql } from '@app/sql';
import { PageQuery } from './page.js';
import { givenOf, parametersOf } from './parameter.js';

/**
 * A bound of a list. Of the lists that differ in nothing else, each wider one has all rows of a narrower one, and those
 * between the two bounds.
 */
export interface Bound {
  /** Identifies those lists, among the lists whose conditions have the same text. */
  readonly family: string;
  readonly value: number;
  /** Whether the list with this bound has all rows of the list with another one. */
  readonly isWiderThan: (other: number) => boolean;
  /** SQL: a row is beyond this bound. */
  readonly beyond: Sql;
}

/** The bounds of a query whose columns an index has in order. */
export function boundsOf(query: object): Bound[] {
  const paging = parametersOf(PageQuery);
  const given = givenOf(query).filter(({ parameter: { name } }) => !paging.has(name));
  return given.flatMap(({ parameter: { name, bound }, value }) => {
    if (!bound || typeof value !== 'number') return [];
    const others = given.flatMap((one) => (one.parameter.name === name ? [] : [[one.parameter.name, one.value]]));
    return {
      family: JSON.stringify([name, others]),
      value,
      isWiderThan: (other: number) => bound.isWider(value, other),
      beyond: bound.beyond(value),
    };
  });
}
