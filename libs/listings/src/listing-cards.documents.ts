import { defineDocuments } from '@app/documents';
import { sql } from '@app/sql';
import { cardText } from './listing-card.js';
import { StoredListingCard } from './listing-card.fields.js';
import { renewedLine, slugValuesOf, type ListingIdentity } from './listing.documents.js';
import { listingLines, type ListingLineRow } from './listing.export.js';
import type { NormalizedLine } from './listing.normalized.js';

/** The texts of a listing's card. */
export const cardTexts = ({ line }: NormalizedLine, identity: Pick<ListingIdentity, 'id' | 'uid' | 'propertyId'>) => ({
  card: cardText(line, identity),
  slugValues: JSON.stringify(slugValuesOf(line)),
});

/** The same, of a stored listing. */
export function renewedCard(row: ListingLineRow): ReturnType<typeof cardTexts> {
  const { normalized, identity } = renewedLine(row);
  return cardTexts(normalized, identity);
}

/** The card of a listing. */
export const listingCards = defineDocuments<ListingLineRow>({
  table: 'listing_cards',
  key: 'listing_id',
  types: [StoredListingCard],
  revision: 1,
  columns: { card: 'text', slug_values: 'text' },
  source: {
    from: sql`listing_cards card JOIN listings listing ON listing.id = card.listing_id ${listingLines.joins}`,
    alias: 'card',
    columns: listingLines.columns,
  },
  remake: (row) => {
    const { card, slugValues: slug_values } = renewedCard(row);
    return { card, slug_values };
  },
});
