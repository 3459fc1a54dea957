import { totalPages, type Page } from './page.js';

const END = ']}';

/** `{ total, hasNext, totalPage, data }`: agents, suburbs, listings, properties. */
export const pageEnvelope = (page: Page): Buffer => enclose(`{${totalsOf(page)}"data":[`, page);

/** A page as a FeatureCollection (RFC 7946), with the totals of its envelope. */
export function geoEnvelope(page: Page): Buffer {
  const features = page.features?.() ?? [];
  const items = page.items.map((item, at) => {
    const { id, coordinates } = features[at] ?? { id: 0, coordinates: null };
    const geometry = coordinates && { type: 'Point', coordinates };
    return `{"type":"Feature","id":${JSON.stringify(id)},"geometry":${JSON.stringify(geometry)},"properties":${String(item)}}`;
  });
  return enclose(`{"type":"FeatureCollection",${totalsOf(page)}"features":[`, { ...page, items });
}

function totalsOf(page: Page): string {
  const pages = totalPages(page);
  const hasNext = page.nextCursor === undefined ? page.page < pages : page.nextCursor !== null;
  return `"total":${page.total},"hasNext":${hasNext},"totalPage":${pages},${cursorOf(page)}`;
}

/** `{ total, totalPage, data }`: accounts. */
export function accountsEnvelope(page: Page): Buffer {
  return enclose(`{"total":${page.total},"totalPage":${totalPages(page)},${cursorOf(page)}"data":[`, page);
}

/** `{ success, data }`: postcodes, regions, area names. */
export function namesEnvelope(page: Page): Buffer {
  return enclose(`{"success":true,${cursorOf(page)}"data":[`, page);
}

/** In pages by cursor: the member of the next one. */
const cursorOf = ({ nextCursor }: Page): string =>
  nextCursor === undefined ? '' : `"nextCursor":${JSON.stringify(nextCursor)},`;

/** Large enough for most pages. */
let scratch = Buffer.allocUnsafeSlow(1024 * 1024);

/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Encodes every text straight into one buffer, which is used again, and copies the answer: measuring the texts first
 * would take longer.
 */
function enclose(head: string, { items }: Page): Buffer {
  let at = append(head, 0);
  items.forEach((item, index) => {
    if (index > 0) at = append(',', at);
    at = append(item, at);
  });
  return Buffer.from(scratch.subarray(0, append(END, at)));
}

/** Writes a text at a place; returns where it ends. */
function append(item: string | Buffer, at: number): number {
  const most = at + MAX_BYTES_PER_UNIT * item.length;
  if (most > scratch.length) {
    const larger = Buffer.allocUnsafeSlow(2 * most);
    scratch.copy(larger, 0, 0, at);
    scratch = larger;
  }
  return at + (typeof item === 'string' ? scratch.write(item, at) : item.copy(scratch, at));
}

/**
 * All headers of a response together stay below 4 kB (a common limit of proxies; Node's is 16 kB); the other headers
 * need less than 1 kB.
 */
const MAX_LINK_BYTES = 3000;

/**
 * The `Link` header of a page (RFC 8288): first, prev, next, last, with the other parameters unchanged. If it would be
 * too long, links are left out: first all but next, then next as well.
 */
export function pageLinks(page: Page, url: string): string {
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

/** Nothing if it is too long. */
const short = (links: string): string => (links.length <= MAX_LINK_BYTES ? links : '');
