import { shownTogether, type Presented } from '@app/lists';
import { featureOfAddress, withDistances, type Distant } from '@app/map';
import type { ListView } from './listing.kinds.js';
import { presentListingCard, presentListingItem, shownWith, type ListedRow } from './listing.presenter.js';

const FORMS: Readonly<Record<ListView, (row: ListedRow) => string>> = {
  full: presentListingItem,
  card: presentListingCard,
};

/** A listing in a list, as JSON text. */
export const listingItem = (view: ListView, row: ListedRow): string => FORMS[view](row);

/** The items of a page, with distances, and the accounts and agents that they show. */
export function presentItems(
  view: ListView,
  rows: readonly (ListedRow & Distant)[],
  texts: readonly string[],
): Presented {
  // A card without coordinates has no distance.
  const isHidden = (text: string | undefined) => view === 'card' && text?.includes('"latitude":""');
  const items = withDistances(
    texts,
    rows.map((row, at) => (isHidden(texts[at]) ? {} : row)),
  );
  return { items, others: shownTogether(rows, shownWith), features: () => items.map(featureOfAddress) };
}
