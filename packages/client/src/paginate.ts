import {
  listAreaNames,
  listInspections,
  listPostcodes,
  listRegions,
  listSearchListings,
  listSimilarListings,
} from './generated/sdk.gen.js';

interface Page<Item> {
  readonly data: Item[];
  readonly nextCursor?: string | null;
}

type Answer<Item> = Promise<{ readonly data: Page<Item> | undefined }>;

/** An operation that reads one page of a list. */
export type ListOperation = (options: never) => Answer<unknown>;

type ItemOf<List extends ListOperation> = NonNullable<Awaited<ReturnType<List>>['data']>['data'][number];

/** Lists with a fixed order: by name, time or similarity. */
const WITHOUT_SORT = new Set<unknown>([
  listAreaNames,
  listInspections,
  listPostcodes,
  listRegions,
  listSearchListings,
  listSimilarListings,
]);

/**
 * Yields all items of a list, page by page: `paginate(listListings, { client, query: { state: ['VIC'] } })`.
 * The order is `sort=id`, unless the query or the list has another one, so that no item is lost or repeated while
 * others write.
 */
export async function* paginate<List extends ListOperation>(
  list: List,
  options: Parameters<List>[0],
): AsyncGenerator<ItemOf<List>, void, undefined> {
  const read = list as unknown as (options: object) => Answer<ItemOf<List>>; // the same options, with other pages
  const given: { readonly query?: object } = options;
  const order = WITHOUT_SORT.has(list) ? {} : { sort: 'id' };
  let cursor: string | null | undefined = '';
  do {
    const query = { limit: 100, ...order, ...given.query, cursor };
    const { data: page }: Awaited<Answer<ItemOf<List>>> = await read({ ...given, query });
    yield* page?.data ?? [];
    cursor = page?.nextCursor;
  } while (cursor);
}
