import { AccountTexts } from '@app/accounts';
import { AgentNames } from '@app/agents';
import { Injectable } from '@nestjs/common';
import { KeptItems } from './kept-items.repository.js';
import { presentListingItem, type ListingText } from './listing.presenter.js';
import { listingJoins, textColumns } from './listing.reads.js';

/** Listings in the list representation. */
@Injectable()
export class ListingItems extends KeptItems<ListingText> {
  constructor(accounts: AccountTexts, agents: AgentNames) {
    super(
      {
        columns: textColumns,
        joins: listingJoins,
        column: 'document',
        agent: 'json',
        maxBytes: 32 * 1024 * 1024,
        present: presentListingItem,
      },
      accounts,
      agents,
    );
  }
}
