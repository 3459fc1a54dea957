import names from '../data/names.json' with { type: 'json' };

const { firstNames, surnames } = names;

/** A generated person. */
export interface Person {
  firstname: string;
  lastname: string;
}

/** The person of a number (from 1): the first 30,000 or so all have different names. */
export function personOf(seed: number, number: number): Person {
  const combinations = firstNames.length * surnames.length;
  // A prime that divides neither pool, so that consecutive numbers give unrelated names.
  const slot = (((number * 7919 + seed * 104_729) % combinations) + combinations) % combinations;
  return {
    firstname: firstNames[slot % firstNames.length] ?? '',
    lastname: surnames[Math.floor(slot / firstNames.length)] ?? '',
  };
}
