import { expect, it } from 'vitest';
import { readStatus } from './status.js';

it.each([
  ['current', 'current', false],
  ['Sold', 'sold', false],
  ['off market', 'offmarket', false],
  ['Off-Market', 'offmarket', false],
  ['under offer', 'current', true],
  ['underOffer', 'current', true],
  ['Under-Offer', 'current', true],
  ['Under_Contract', 'current', true],
  ['Available', 'current', false],
  ['rented', 'leased', false],
  ['gone', 'gone', false],
  ['', '', false],
])('%j is %s, under offer: %s', (text, status, isUnderOffer) => {
  expect(readStatus(text)).toEqual({ status, isUnderOffer });
});
