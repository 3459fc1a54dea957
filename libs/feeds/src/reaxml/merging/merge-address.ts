import { addressKey, rederiveTexts, withTexts } from '@app/address';
import type { ListingLine } from '@app/listings';
import { stateCode } from '../mapping/address.js';
import type { ListingPatch } from '../mapping/listing-patch.js';

type Address = ListingLine['address'];

/** The address of a new listing. REAXML omits the country of Australian addresses, so it is set here. */
export const firstAddress = (address: Address, { address: given }: ListingPatch): Address =>
  withTexts({ ...address, country: given?.country ?? (stateCode(address.state) ? 'Australia' : '') });

/**
 * The address after a change: the texts made from its parts are rebuilt. If it is now a different address, its old
 * coordinates and its property are dropped.
 */
export function movedAddress(before: Address, after: Address, { address: given }: ListingPatch): Address {
  const address = rederiveTexts(before, after);
  if (!hasMoved(before, after)) return address;
  return { ...address, _id: '', latitude: given?.latitude ?? '', longitude: given?.longitude ?? '' };
}

export const hasMoved = (before: Address, after: Address): boolean => addressKey(before) !== addressKey(after);
