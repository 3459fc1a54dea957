import type { SchemaObject } from '@nestjs/swagger';
import { Field, flag, list, ListOf, tally, text, type Class, type Kind } from '@app/schema';
import { totalPages, type Page } from './page.js';

const cursor: Kind<string> = { ...text(), example: 'WzEsImhLcFkiLCI3MDAxIl0' };

/** The envelope fields of pages by cursor. */
class WithCursor {
  @Field(cursor, 'Cursor of the next page; null on the last one. Only in answers to requests with `cursor`.', {
    optional: true,
    nullable: true,
    example: null,
  })
  nextCursor?: string | null;
}

/** The envelope fields of account lists, besides the items. */
export class Totals extends WithCursor {
  @Field(tally, 'Number of items on all pages together. Always exact.', { notNullable: true, example: 1 })
  total: number;

  @Field(tally, 'Number of pages: `total` divided by `limit`, rounded up; 0 when there are no items.', {
    notNullable: true,
    example: 1,
  })
  totalPage: number;
}

/** The envelope fields of lists of agents, suburbs, listings, properties and feeds, besides the items. */
export class PageTotals extends Totals {
  @Field(flag, 'True when there is a page after this one.', { notNullable: true, example: false })
  hasNext: boolean;
}

// OpenAPI 3.1 has const.
const always: Kind<boolean> = { ...flag, schema: { type: 'boolean', const: true } as SchemaObject };

/** The envelope fields of lists of postcodes, regions and area names, besides the items. */
export class Success extends WithCursor {
  @Field(always, 'Always true.', { notNullable: true, example: true })
  success: boolean;
}

/** The envelope field of an unpaged list, besides the items. */
export class Total {
  @Field(tally, 'Number of listings in all items together. Always exact.', { notNullable: true, example: 1 })
  total: number;
}

/** The items of a list: representations, or values of a named kind. */
export type ItemType = Class | Kind<string>;

/** The name of the listed resource: `Listing` for `ListingItem`. */
export const itemName = (item: ItemType): string => (item.name ?? '').replace(/(Item|Response)$/, '');

const DATA = 'The items of this page, in the order of the list. Empty for a page after the last one.';

/** The class of a page of items, named after them: `ListingPage`. */
export function pageOf(envelope: Class, item: ItemType): Class {
  // The computed key gives the class its name.
  const page = { [`${itemName(item)}Page`]: class extends envelope {} }[`${itemName(item)}Page`] as Class;
  const data =
    typeof item === 'function' ? ListOf(() => item, DATA) : Field(list(item), DATA, { example: [item.example] });
  data(page.prototype, 'data');
  return page;
}

/** `{ total, hasNext, totalPage, data }`: agents, suburbs, listings, properties; `{ total, data }` without pages. */
export const pageEnvelope = (page: Page): string => enclose(`{${totalsOf(page)}"data":[`, page);

/** A page as a FeatureCollection (RFC 7946), with the totals of its envelope. */
export function geoEnvelope(page: Page): string {
  const features = page.features?.() ?? [];
  const items = page.items.map((item, at) => {
    const { id, coordinates } = features[at] ?? { id: 0, coordinates: null };
    const geometry = coordinates && { type: 'Point', coordinates };
    return `{"type":"Feature","id":${JSON.stringify(id)},"geometry":${JSON.stringify(geometry)},"properties":${item}}`;
  });
  return enclose(`{"type":"FeatureCollection",${totalsOf(page)}"features":[`, { ...page, items });
}

function totalsOf(page: Page): string {
  if (page.limit === Infinity) return `"total":${page.total},`;
  const pages = totalPages(page);
  const hasNext = page.nextCursor === undefined ? page.page < pages : page.nextCursor !== null;
  return `"total":${page.total},"hasNext":${hasNext},"totalPage":${pages},${cursorOf(page)}`;
}

/** `{ total, totalPage, data }`: accounts. */
export function accountsEnvelope(page: Page): string {
  return enclose(`{"total":${page.total},"totalPage":${totalPages(page)},${cursorOf(page)}"data":[`, page);
}

/** `{ success, data }`: postcodes, regions, area names. */
export function namesEnvelope(page: Page): string {
  return enclose(`{"success":true,${cursorOf(page)}"data":[`, page);
}

/** The `nextCursor` member of pages by cursor. */
const cursorOf = ({ nextCursor }: Page): string =>
  nextCursor === undefined ? '' : `"nextCursor":${JSON.stringify(nextCursor)},`;

const enclose = (start: string, { items }: Page): string => `${start}${items.join(',')}]}`;

/**
 * All headers of a response together stay below 4 kB, a common limit of proxies (Node's is 16 kB). The other headers
 * need less than 1 kB.
 */
const MAX_LINK_BYTES = 3000;

/**
 * The `Link` header of a page (RFC 8288): first, prev, next, last, with the other parameters unchanged. If the header
 * would be too long, it contains only next, or nothing.
 */
export function pageLinks(page: Page, url: string): string {
  if (page.limit === Infinity) return '';
  const [path = '', search = ''] = url.split(/\?(.*)/s, 2);
  const last = Math.max(1, totalPages(page));
  const parameters = new URLSearchParams(search);
  const { nextCursor } = page;
  const link = (rel: string, target: number | string): string => {
    parameters.set(nextCursor === undefined ? 'page' : 'cursor', String(target));
    return `<${path}?${parameters.toString()}>; rel="${rel}"`;
  };
  if (nextCursor !== undefined) return nextCursor === null ? '' : short(link('next', nextCursor));
  const next = page.page < last ? [link('next', page.page + 1)] : [];
  const prev = page.page > 1 ? [link('prev', Math.min(page.page - 1, last))] : [];
  const all = [link('first', 1), ...prev, ...next, link('last', last)].join(', ');
  return short(all) || short(next.join(''));
}

/** The links, or nothing if they are too long. */
const short = (links: string): string => (links.length <= MAX_LINK_BYTES ? links : '');
