import { InvalidArgumentError } from 'commander';

/** Parses the websiteID of an account given as an option. */
export function accountNumber(text: string): number {
  const id = Number(text);
  if (/^\d+$/.test(text) && id >= 1 && id <= 2_147_483_647) return id;
  throw new InvalidArgumentError('Expected: the websiteID of an account.');
}
