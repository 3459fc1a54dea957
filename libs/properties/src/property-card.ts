import type { ListingCard } from '@app/listings';
import type { PropertyRow } from './property.presenter.js';
import { CARD_PARTS } from './property.fields.js';

/** The columns read for the card of a property. */
export type PropertyCardRow = Pick<PropertyRow, 'propertyID' | 'bedrooms' | 'bathrooms' | 'carSpaces'>;

/** The card of a property, made of that of the listing that it shows. */
export function propertyCard({ propertyID, bedrooms, bathrooms, carSpaces }: PropertyCardRow, listing: string): string {
  const card = JSON.parse(listing) as ListingCard; // a card
  const counts = {
    bedrooms: bedrooms ?? undefined,
    bathrooms: bathrooms ?? undefined,
    parkingSpaces: carSpaces ?? undefined,
  };
  const place = pick({ ...card, ...counts }, CARD_PARTS.property);
  return JSON.stringify({ id: propertyID, ...place, listings: pick(card, CARD_PARTS.listing) });
}

const pick = <K extends keyof ListingCard>(card: ListingCard, names: readonly K[]): Partial<Pick<ListingCard, K>> =>
  Object.fromEntries(names.map((name) => [name, card[name]])) as Partial<Pick<ListingCard, K>>; // the names are given
