import { Field, flag, list, Nested, patterned } from '@app/schema';

/** The id of an item in feeds. */
export const itemID = patterned('^[A-Za-z0-9_.-]{1,50}$', 50, 'an id of 1 to 50 letters, digits, dots and hyphens');

const ids = list(itemID);
const stored = { optional: true };

/** The ids that feeds give to texts of a listing. A list is absent if its ids are the positions of its texts, from 1. */
export class FeedItemIDs {
  @Field(ids, 'Ids of the commercial categories.', { ...stored, example: ['1', '3'] }) commercialCategory?: string[];
  @Field(ids, 'Ids of the business categories.', { ...stored, example: ['1', '3'] }) businessCategory?: string[];
  @Field(ids, 'Ids of the external links.', { ...stored, example: ['2'] }) externalLinks?: string[];
  @Field(ids, 'Ids of the video links.', { ...stored, example: ['2'] }) videoLinks?: string[];
  @Field(ids, 'Ids of the highlights.', { ...stored, example: ['1', '3'] }) highlights?: string[];
}

/** What later entries of feeds need to know of a listing, and the API does not show. */
export class FeedState {
  @Nested(() => FeedItemIDs, 'Ids of texts that feeds name by ids.', stored) itemIDs?: FeedItemIDs;
  @Field(flag, 'Whether the listing came as off market or withdrawn, and was never current.', {
    ...stored,
    example: true,
  })
  neverCurrent?: boolean;
  @Field(flag, 'Whether the agency hides the listing: it is `offmarket` until it does not.', {
    ...stored,
    example: true,
  })
  isHidden?: boolean;
  @Field(flag, 'Whether the listing is under offer because its status said so.', { ...stored, example: true })
  underOfferByStatus?: boolean;
  @Field(flag, 'Whether `price.priceView` are the words that stood around the price.', { ...stored, example: true })
  viewFromWords?: boolean;
}
