import { InvalidArgumentError } from 'commander';

/** The websiteID of an account, as an option gives it. */
export function accountNumber(text: string): number {
  const id = Number(text);
  if (/^\d+$/.test(text) && id >= 1 && id <= 2_147_483_647) return id;
  throw new InvalidArgumentError('Wanted: the websiteID of an account.');
}
