import { ofEnabling } from '@app/accounts';
import { always, either, type Dependence } from '@app/snapshot-cache';
import { seenByPublic } from './listing-public.filters.js';

/** What an answer for the public depends on, of what another one would: what it does not see changes nothing (ADR 36). */
export const forPublic = (dependence: Dependence): Dependence => ({
  ...dependence,
  listing: seenByPublic(dependence.listing),
  account: either(dependence.account, ofEnabling),
  // Listings without an address are where their suburb is, which is seldom written.
  suburb: always,
});
