import { addressKey, rederiveTexts, withTexts } from '@app/address';
import type { ListingLine } from '@app/listings';
import { stateCode } from '../mapping/address.js';
import type { ListingPatch } from '../mapping/listing-patch.js';

type Address = ListingLine['address'];

/** The address of a listing that is new: REAXML leaves out the country of what is in Australia. */
export const firstAddress = (address: Address, { address: said }: ListingPatch): Address =>
  withTexts({ ...address, country: said?.country ?? (stateCode(address.state) ? 'Australia' : '') });

/**
 * The address after a change. The texts that were made of its parts follow; where it is now another address, what was known
 * of the old one, its coordinates and its property, is no longer true.
 */
export function movedAddress(before: Address, after: Address, { address: said }: ListingPatch): Address {
  const address = rederiveTexts(before, after);
  if (!hasMoved(before, after)) return address;
  return { ...address, _id: '', latitude: said?.latitude ?? '', longitude: said?.longitude ?? '' };
}

export const hasMoved = (before: Address, after: Address): boolean => addressKey(before) !== addressKey(after);
