import { AccountTexts } from '@app/accounts';
import { AgentNames } from '@app/agents';
import { Injectable } from '@nestjs/common';
import { ItemTexts } from './item-texts.repository.js';
import { presentListingItem, type ListingText } from './listing.presenter.js';
import { listingJoins, textColumns } from './listing.reads.js';

/** Listings in the list representation. */
@Injectable()
export class ListingItems extends ItemTexts<ListingText> {
  constructor(accounts: AccountTexts, agents: AgentNames) {
    super(
      {
        columns: textColumns,
        joins: listingJoins,
        agent: 'json',
        present: presentListingItem,
      },
      accounts,
      agents,
    );
  }
}
