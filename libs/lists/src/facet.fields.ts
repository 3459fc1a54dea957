import { Field, ListOf, Nested, tally, type Class, type Kind } from '@app/schema';
import { facetsOf } from './facet.js';

const facetValue: Kind = {
  schema: { type: ['string', 'number', 'boolean'] as never }, // OpenAPI 3.1 has lists of types
  wants: 'a value',
  empty: undefined,
  accepts: (value) => ['string', 'number', 'boolean'].includes(typeof value),
  parse: (text) => text,
};

/** A value of a field, and how many items have it. */
export class FacetValueCount {
  @Field(facetValue, 'The value, as the filter of the field takes it.', { notNullable: true, example: 3 })
  value: string | number | boolean;

  @Field(tally, 'Number of items that have it. Always exact.', { notNullable: true, example: 12 })
  count: number;
}

const OF_FACETS = 'The fields that were asked for. The highest counts come first; equal ones by their values.';

/** The class of the counts of a list. */
export function facetsAnswer(query: Class, name: string): Class {
  const classOf = (suffix: string) => ({ [name + suffix]: class {} })[name + suffix] as Class; // the computed key gives the class its name
  const [Answer, Counts, Distinct] = [classOf(''), classOf('Counts'), classOf('Distinct')];
  for (const [facet, { shown }] of facetsOf(query)) {
    ListOf(() => shown?.type ?? FacetValueCount, `Counts of the values of \`${facet}\`.`, { optional: true })(
      Counts.prototype as object,
      facet,
    );
    Field(tally, `Number of values of \`${facet}\`.`, { optional: true, notNullable: true, example: 5 })(
      Distinct.prototype as object,
      facet,
    );
  }
  const target = Answer.prototype as object;
  Field(tally, 'Number of items that match every filter. Always exact.', { notNullable: true, example: 12 })(
    target,
    'total',
  );
  Nested(() => Counts, OF_FACETS)(target, 'facets');
  Nested(() => Distinct, 'How many values each field has, shown or not.')(target, 'distinct');
  return Answer;
}
