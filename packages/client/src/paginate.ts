import { listAreaNames, listPostcodes, listRegions } from './generated/sdk.gen.js';

interface Page<Item> {
  readonly data: Item[];
  readonly nextCursor?: string | null;
}

/** Lists of names: they have a single order, and nothing moves in it. */
const WITHOUT_SORT = new Set<unknown>([listAreaNames, listPostcodes, listRegions]);

/**
 * Yields all items of a list, page by page: `paginate(listListings, { client, query: { state: ['VIC'] } })`.
 * The order is `sort=id` unless the query has another: no item is lost or repeated, also while data is written.
 */
export async function* paginate<Options extends { query?: object }, Item>(
  list: (options: Options) => Promise<{ readonly data: Page<Item> | undefined }>,
  options: Options,
): AsyncGenerator<Item, void, undefined> {
  const order = WITHOUT_SORT.has(list) ? {} : { sort: 'id' };
  let cursor: string | null | undefined = '';
  do {
    const query = { limit: 100, ...order, ...options.query, cursor };
    const { data: page }: { readonly data: Page<Item> | undefined } = await list({ ...options, query });
    yield* page?.data ?? [];
    cursor = page?.nextCursor;
  } while (cursor);
}
