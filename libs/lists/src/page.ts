import { patterned, tested, upTo } from '@app/schema';
import { cursorParts, type Cacheable } from '@app/cache';
import { InGroup, Parameter } from './parameter.js';

const MAX_PAGE = 2_147_483_647;
export const MAX_LIMIT = 100;

/** The version of the cursor format. */
export const CURSOR_VERSION = 1;

/** A cursor contains a few sort values; one of them may be a long address. */
const CURSOR = tested(
  patterned('^[A-Za-z0-9_-]*$', 4000, 'a cursor of an answer, or empty'),
  (text) => cursorParts(text)[0] === CURSOR_VERSION,
);

/** The parameters of every list (D7, B11). */
@InGroup('Page, order and form')
export class PageQuery {
  @Parameter(upTo(MAX_PAGE), 'Number of the page, starting with 1. A page after the last one has no items.', {
    initial: 1,
    example: 1,
  })
  page: number;

  @Parameter(upTo(MAX_LIMIT), 'Number of items per page.', { initial: 20, example: 20 })
  limit: number;

  @Parameter(
    CURSOR,
    'The start of the page, instead of `page`: `nextCursor` of the previous page, or empty for the first page. The filters and the order must stay the same. A cursor never expires.',
    { blank: '', isCursor: true, insteadOf: 'page', example: '' },
  )
  cursor?: string;
}

/** The members of a GeoJSON feature besides its item. */
export interface MapFeature {
  readonly id: number | string;
  /** Longitude and latitude; null if unknown. */
  readonly coordinates: readonly [number, number] | null;
}

/** The items of a page, as JSON texts. */
export type Items = readonly string[];

/** A page of a list: the exact total, and the items. The limit of an unpaged list is `Infinity`. */
export interface Page extends Pick<PageQuery, 'page' | 'limit'>, Cacheable {
  /** The cursor of the next page, in pages by cursor; null on the last page. */
  readonly nextCursor?: string | null;
  readonly total: number;
  readonly items: Items;
  /** The points of the items. */
  readonly features?: (() => readonly MapFeature[]) | undefined;
  /** The page as an iCalendar. */
  readonly calendar?: (() => Promise<string>) | undefined;
}

/** Number of pages; 0 for an empty result. */
export const totalPages = ({ total, limit }: Page): number => Math.ceil(total / limit);
