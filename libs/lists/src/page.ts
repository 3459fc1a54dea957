import { upTo } from '@app/schema';
import type { Dependent } from '@app/snapshot-cache';
import type { Items } from './list-query.js';
import { Parameter } from './parameter.js';

const MAX_PAGE = 2_147_483_647;
export const MAX_LIMIT = 100;

/** The parameters of every list (D7). */
export class PageQuery {
  @Parameter(upTo(MAX_PAGE), 'Number of the page, starting with 1. A page after the last one has no items.', {
    initial: 1,
    example: 1,
  })
  page: number;

  @Parameter(upTo(MAX_LIMIT), 'Number of items per page.', { initial: 20, example: 20 })
  limit: number;
}

/** A page of a list: the exact total, and the items. */
export interface Page extends PageQuery, Dependent {
  readonly total: number;
  readonly items: Items;
}

/** Number of pages; 0 for an empty result. */
export const totalPages = ({ total, limit }: Page): number => Math.ceil(total / limit);
