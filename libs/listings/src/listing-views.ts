import type { Items } from '@app/lists';
import { withDistances, type Distant } from '@app/map';
import { Injectable } from '@nestjs/common';
import type { KeptItems } from './kept-items.repository.js';
import { ListingCards } from './listing-cards.repository.js';
import { ListingItems } from './listing-items.repository.js';
import type { ListView } from './listing.kinds.js';

/** The items of listings, by how much lists show of them. */
@Injectable()
export class ListingViews {
  constructor(
    private readonly items: ListingItems,
    private readonly cards: ListingCards,
  ) {}

  of(view: ListView): Pick<KeptItems<object>, 'reading' | 'isKept' | 'of'> {
    return view === 'card' ? this.cards : this.items;
  }

  /** Items with the distances of their rows; a card that does not show where it is does not tell its distance either. */
  withDistances(view: ListView, items: Items, rows: readonly Distant[]): Items {
    if (view !== 'card' || rows[0]?.distance === undefined) return withDistances(items, rows);
    return withDistances(
      items,
      rows.map((row, at) => (String(items[at]).includes('"latitude":""') ? {} : row)),
    );
  }
}
