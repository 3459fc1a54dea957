import { ListingCard } from '@app/listings';
import { amount, Field, flag, id, instant, ListOf, Nested, text } from '@app/schema';
import { matchReason } from './search.kinds.js';

const CURSOR = 'WzEsImU4N2IwMTUzZmM3MSIsODEyLDQ0MV0';

/** A change that matches a saved search. */
export class SearchMatchItem {
  @Field(text(), 'Identifies the match; the same in every response.', { notNullable: true, example: '812-441-new' })
  id: string;
  @Field(instant, 'Time when the change was recorded, just before its commit.', { notNullable: true }) at: string;
  @Field(matchReason, 'Reason of the match.', { notNullable: true, example: 'new' }) reason: string;
  @Field(id, 'Numeric id of the listing.', { notNullable: true, example: 101 }) listingID: number;
  @Field(text(), 'Status of the listing after the change.', { notNullable: true, example: 'current' }) status: string;
  @Field(
    amount,
    'For a `price` match, the former price in Australian dollars, as `minPrice` compares it. Null if it was not shown.',
    {
      nullable: true,
      example: null,
    },
  )
  was: number | null;
  @Field(flag, 'For a `new` match, whether the listing was on the market before and is back.', {
    notNullable: true,
    example: false,
  })
  relisted: boolean;
  @Nested(() => ListingCard, 'The current listing. Null if the website no longer shows it because it was withdrawn.', {
    nullable: true,
  })
  listing: ListingCard | null;
}

/** A page of matches. */
export class SearchMatchPage {
  @ListOf(() => SearchMatchItem, 'The matches, in the order of the changes.') data: SearchMatchItem[];
  @Field(text(), 'Cursor after this page, present even if it is empty.', { notNullable: true, example: CURSOR })
  cursor: string;
  @Field(flag, 'True if there may be more matches already.', { notNullable: true, example: false }) hasNext: boolean;
}
