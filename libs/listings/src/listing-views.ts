import { shownTogether, type Presented } from '@app/lists';
import { featureOfAddress, withDistances, type Distant } from '@app/map';
import { Injectable } from '@nestjs/common';
import type { ItemTexts } from './item-texts.repository.js';
import { ListingCards } from './listing-cards.repository.js';
import { ListingItems } from './listing-items.repository.js';
import type { ListView } from './listing.kinds.js';
import { shownWith, type ListingStamp } from './listing.presenter.js';

/** The items of listings, by how much lists show of them. */
@Injectable()
export class ListingViews {
  constructor(
    private readonly items: ListingItems,
    private readonly cards: ListingCards,
  ) {}

  of(view: ListView): Pick<ItemTexts<object>, 'reading' | 'of'> {
    return view === 'card' ? this.cards : this.items;
  }

  /** Items with the distances of their rows, and what they show of accounts and agents. */
  present(view: ListView, rows: readonly (ListingStamp & Distant)[], texts: readonly string[]): Presented {
    // A card that does not show where it is does not tell its distance either.
    const isHidden = (text: string | undefined) => view === 'card' && text?.includes('"latitude":""');
    const items = withDistances(
      texts,
      rows.map((row, at) => (isHidden(texts[at]) ? {} : row)),
    );
    return {
      items,
      others: shownTogether(rows, shownWith),
      features: () => items.map(featureOfAddress),
    };
  }
}
