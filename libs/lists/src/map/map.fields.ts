import { Field, type Kind } from '@app/schema';

/** A distance in metres. */
const distance: Kind<number> = {
  schema: { type: 'number', minimum: 0 },
  wants: 'a number of metres',
  empty: undefined,
  accepts: (value) => typeof value === 'number' && value >= 0,
  parse: () => undefined,
};

/** The distance of an item, where a request has `near`. */
export const Distance = (): PropertyDecorator =>
  Field(distance, 'Distance from `near` in metres, to a tenth. Only in answers to requests with `near`.', {
    optional: true,
    example: 812.4,
  });
