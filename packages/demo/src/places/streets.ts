import streets from '../data/streets.json' with { type: 'json' };

const POOL = Object.entries(streets).flatMap(([kind, names]) => names.map((name) => `${name} ${kind}`));
const STREETS_PER_SUBURB = 40;
const NUMBERS_PER_STREET = 150;

/** A lot in a suburb. */
export interface Lot {
  street: string;
  number: number;
}

/**
 * The street and number of the nth lot of a suburb. All lots of a suburb are different, and consecutive ones are not
 * neighbours.
 */
export function lotOf(suburb: number, ordinal: number): Lot {
  const lots = STREETS_PER_SUBURB * NUMBERS_PER_STREET;
  const round = Math.floor(ordinal / lots);
  const slot = ((ordinal % lots) * 1409 + suburb * 2477) % lots; // 1409 and the number of lots have no common factor
  const street = POOL[(suburb * 37 + (slot % STREETS_PER_SUBURB)) % POOL.length] ?? '';
  return { street, number: 1 + Math.floor(slot / STREETS_PER_SUBURB) + round * NUMBERS_PER_STREET };
}
