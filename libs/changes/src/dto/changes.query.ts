import type { Viewer } from '@app/auth';
import { offsetOf } from '@app/cache';
import { ListParameter, Parameter } from '@app/lists';
import { id, INSTANT, instant, named, oneOf, patterned, tested, upTo } from '@app/schema';

/** The resources that can be followed. */
export const FOLLOWED = ['account', 'agent', 'listing', 'property'] as const;

export type Followed = (typeof FOLLOWED)[number];

/** The cursor for the end of the log. */
export const NOW = 'now';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** A cursor of the change feed, or `now`. */
export const changesCursor = tested(
  patterned('^[A-Za-z0-9_-]+$', 200, `a cursor from a response, or ${NOW}`),
  (text) => text === NOW || offsetOf(text) !== undefined,
);

/** The start of the change feed: a cursor, an instant, or `now`. */
const changesStart = tested(
  patterned(`^[A-Za-z0-9_-]+$|${INSTANT}`, 200, `a cursor from a response, a date and time in ISO 8601, or ${NOW}`),
  (text) => changesCursor.parse(text) !== undefined || instant.parse(text) !== undefined,
);

export const followed = named('ChangedResource', 'The type of a changed resource.', oneOf(FOLLOWED));
const extra = named('ChangeInclude', 'Data that can be added to changes.', oneOf(['document']));

/** The parameters of the change feed (B6). */
export class ChangesQuery {
  @Parameter(
    changesStart,
    'The start: the `cursor` of a page or of a change, the `Changes-Cursor` of a list or an export, a time of the kept days (ISO 8601; some earlier changes may come too), or `now`. The answer has the changes after it. It is required, because the log does not reach back to the first change; begin with a copy.',
    { group: 'Dates and events', required: true, isCursor: true, example: NOW },
  )
  since: string;

  @Parameter(upTo(MAX_LIMIT), 'Maximum number of changes.', {
    group: 'Page, order and form',
    initial: DEFAULT_LIMIT,
    example: DEFAULT_LIMIT,
  })
  limit: number;

  @ListParameter(followed, 'Only changes of these resources.', { group: 'Kind and status', example: 'listing' })
  resource?: Followed[];

  @Parameter(
    id,
    'Only changes of this account, its agents, and the listings that its website shows, including listings of its main account. Listings that it no longer shows are reported as deleted. Properties belong to no account.',
    { group: 'Agency and people', example: 1 },
  )
  websiteID?: number;

  @Parameter(extra, 'With `document`, each change contains the resource as a line of its export.', {
    group: 'Page, order and form',
    example: 'document',
  })
  include?: 'document';
}

/** A request for changes, with the viewer of its documents. */
export type ChangesRequest = ChangesQuery & { readonly viewer: Viewer };
