import { InvalidArgumentError } from 'commander';
import { expect, it } from 'vitest';
import { accountNumber } from './command.js';

it('accepts the websiteID of an account within the range of PostgreSQL', () => {
  expect(['1', '12', '0012', '2147483647'].map(accountNumber)).toEqual([1, 12, 12, 2_147_483_647]);
});

it.each(['', '0', '-1', '1.5', '1e3', ' 1', '0x1', 'twelve', '2147483648'])('%j is refused', (text) => {
  expect(() => accountNumber(text)).toThrow(InvalidArgumentError);
});
