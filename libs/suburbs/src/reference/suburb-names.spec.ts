import { expect, it } from 'vitest';
import { suburbName, suburbSlug } from './suburb-names.js';

it('joins suburb, state and postcode, without a comma (D6)', () => {
  const richmond = { suburb: 'Richmond', state: 'VIC', postcode: '3121' };
  expect(suburbName(richmond)).toBe('Richmond VIC 3121');
  expect(suburbSlug(richmond)).toBe('richmond-vic-3121');
});

it('drops the apostrophe from a slug, not from a name', () => {
  const oconnor = { suburb: "O'Connor", state: 'ACT', postcode: '2602' };
  expect(suburbName(oconnor)).toBe("O'Connor ACT 2602");
  expect(suburbSlug(oconnor)).toBe('oconnor-act-2602');
});
