import { Parameter } from '@app/lists';
import { ListingsQuery } from './listing.filters.js';
import { viewAs, type ListView } from './listing.kinds.js';

/** The parameters of the list of cards. */
export class ListingCardsQuery extends ListingsQuery {
  @Parameter(...viewAs('card')) override view: ListView;
}
