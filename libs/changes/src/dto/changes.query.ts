import type { Viewer } from '@app/auth';
import { offsetOf } from '@app/cache';
import { ListParameter, Parameter } from '@app/lists';
import { id, named, oneOf, patterned, tested, upTo } from '@app/schema';

/** The resources that can be followed. */
export const FOLLOWED = ['account', 'agent', 'listing', 'property'] as const;

export type Followed = (typeof FOLLOWED)[number];

/** The cursor for the end of the log. */
export const NOW = 'now';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** A cursor of the feed of changes. */
export const changesCursor = tested(
  patterned('^[A-Za-z0-9_-]+$', 200, `a cursor that the service has answered, or ${NOW}`),
  (text) => text === NOW || offsetOf(text) !== undefined,
);

export const followed = named('ChangedResource', 'What a change is about.', oneOf(FOLLOWED));
const extra = named('ChangeInclude', 'What changes can be shown with.', oneOf(['document']));

/** The parameters of the feed of changes (B6). */
export class ChangesQuery {
  @Parameter(
    changesCursor,
    'Where to begin: the `cursor` of an answer or of a change, the `Changes-Cursor` of a list or an export, or `now`. Changes after it are answered. It is required: there is no beginning of all changes, only a copy to begin with.',
    { required: true, isCursor: true, example: NOW },
  )
  since: string;

  @Parameter(upTo(MAX_LIMIT), 'Maximum number of changes.', { initial: DEFAULT_LIMIT, example: DEFAULT_LIMIT })
  limit: number;

  @ListParameter(followed, 'Only changes of these resources.', { example: 'listing' })
  resource?: Followed[];

  @Parameter(
    id,
    'Only what concerns this account: itself, its agents, and the listings that its website shows, also those of its main account. What it no longer shows is answered as deleted. Properties belong to no account.',
    { example: 1 },
  )
  websiteID?: number;

  @Parameter(extra, 'With `document` each change has the resource as a line of its export shows it.', {
    example: 'document',
  })
  include?: 'document';
}

/** A request for changes, with the viewer of its documents. */
export type ChangesRequest = ChangesQuery & { readonly viewer: Viewer };
