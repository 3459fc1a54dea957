const LISTINGS_PER_ACCOUNT = 200;
const AGENTS_PER_ACCOUNT = 6;
const SUBURBS_OF_A_MILLION = 15_300;
const MILLION = 1_000_000;

/** How large a directory is. */
export interface DirectorySize {
  readonly listings: number;
  readonly accounts: number;
  readonly agents: number;
  /** At most. */
  readonly suburbs: number;
}

/**
 * Everything in proportion to the listings: a small directory is that of a smaller country, not of an emptier one, so that
 * answers are as long in all of them and what differs is the size alone. Above a million the suburbs are all taken.
 */
export function sizeFor(listings: number): DirectorySize {
  const accounts = Math.max(12, Math.round(listings / LISTINGS_PER_ACCOUNT));
  const suburbs = Math.max(20, Math.round((SUBURBS_OF_A_MILLION * listings) / MILLION));
  return { listings, accounts, agents: accounts * AGENTS_PER_ACCOUNT, suburbs };
}
