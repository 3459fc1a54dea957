import { column } from '@app/sql';
import { changesCursor } from '@app/changes';
import { Equals, LogOrder, NumericIds, PageQuery, Parameter, type LogSort } from '@app/lists';
import { id, upTo } from '@app/schema';
import { visitorReference } from '../dto/search.kinds.js';

/** The parameters of the list of searches. */
export class SearchesQuery extends PageQuery {
  @Equals(column('search.reference'), visitorReference, 'Your own identifier of the visitor. Exact, case-sensitive.', {
    group: 'Agency and people',
    example: 'visitor-8123',
    selectivity: 'medium',
  })
  reference?: string;

  @Equals(column('search.website_id'), id, 'Numeric id of the account. An account finds only its own searches.', {
    group: 'Agency and people',
    example: 1,
  })
  websiteID?: number;

  @NumericIds('search', 'Searches', 1)
  ids?: number[];

  @LogOrder()
  sort: LogSort;
}

/** The parameters of the matches of a search. */
export class SearchMatchesQuery {
  @Parameter(
    changesCursor,
    'The start: the `cursor` of the search or of a page, the `Changes-Cursor` of a list, or `now`. The answer has the matches after it.',
    { group: 'Dates and events', required: true, isCursor: true, example: 'now' },
  )
  since: string;

  @Parameter(upTo(100), 'Maximum number of matches.', { group: 'Page, order and form', initial: 100, example: 100 })
  limit: number;
}
