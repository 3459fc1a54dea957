import { expect, it } from 'vitest';
import { personOf } from './people.js';

it('generates distinct names for the first 30,000 people', () => {
  const names = Array.from({ length: 30_000 }, (_, number) => Object.values(personOf(3, number)).join(' '));
  expect(new Set(names).size).toBe(30_000);
  expect(names.every((name) => /^\w+ \w+$/.test(name))).toBe(true);
});
