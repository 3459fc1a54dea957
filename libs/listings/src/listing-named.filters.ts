import { Equals, Ids, Matches, MatchesAny } from '@app/lists';
import { anyId, id } from '@app/schema';
import { isNot, isOther } from './listing-conditions.filters.js';
import { CategoriesQuery } from './listing-categories.filters.js';
import { hasWords, searchWords, showsWords, WORDS } from './listing-words.filters.js';

/** The parameters of listings for identifiers and words. */
export class NamedListingsQuery extends CategoriesQuery {
  @Equals('listing.id', id, 'Numeric id of the listing.', { example: 239, selectivity: 'high' })
  id?: number;

  @Matches(
    searchWords,
    'Search text. Each of its words must be a word of the address, the headline, the description, the uniqueID or the name of the agency. Not case-sensitive; accents make no difference. Words that name a suburb, a postcode or a region find homes in that place, and homes with these words, unless the type of a street follows them (`richmond road`); several places are alternatives.',
    hasWords,
    { example: 'richmond garden', selectivity: 'high', matchesRow: WORDS, forPublic: { predicate: showsWords } },
  )
  s?: string;

  @Ids('listing', 'listings', 'Listings of the status that `status` says,', '239')
  ids?: (number | string)[];

  @MatchesAny(anyId, 'Listings that are left out of the list, by numeric id or object identifier (`_id`).', isNot, {
    example: '239',
    matchesRow: { listing: isOther },
  })
  excludeids?: (number | string)[];
}
