import { textsOf } from '@app/address';
import type { AddressLine } from '../bundle-lines.js';
import type { Random } from '../random/random.js';
import type { Market } from './demo-place.js';

const COUNTRY = 'Australia';
const SPREAD_DEGREES = 0.007;

/** The parts that distinguish an address within its suburb; those that do not apply are empty. */
export interface Premises {
  subNumber: string;
  lotNumber: string;
  streetNumber: string;
  street: string;
}

/** A complete address (texts as in D6), near the centre of its suburb. */
export function addressLine(random: Random, market: Market, premises: Premises): AddressLine {
  const { suburb, state, postcode } = market.place;
  const parts = { ...premises, suburb, state, postcode };
  const { fullAddress, streetAddress, fullSuburb } = textsOf(parts);
  return {
    fullAddress,
    streetAddress,
    fullSuburb,
    ...parts,
    country: COUNTRY,
    latitude: near(random, market.latitude),
    longitude: near(random, market.longitude),
  };
}

function near(random: Random, degrees: number): string {
  return String(Math.round((degrees + random.between(-SPREAD_DEGREES, SPREAD_DEGREES)) * 1e5) / 1e5);
}
