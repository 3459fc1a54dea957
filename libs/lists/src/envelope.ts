import { totalPages, type Page } from './page.js';

const END = ']}';

/** `{ total, hasNext, totalPage, data }`: agents, suburbs, listings, properties. */
export function pageEnvelope(page: Page): Buffer {
  const pages = totalPages(page);
  const hasNext = page.page < pages;
  return enclose(`{"total":${page.total},"hasNext":${hasNext},"totalPage":${pages},"data":[`, page);
}

/** `{ total, totalPage, data }`: accounts. */
export function accountsEnvelope(page: Page): Buffer {
  return enclose(`{"total":${page.total},"totalPage":${totalPages(page)},"data":[`, page);
}

/** `{ success, data }`: postcodes, regions, area names. */
export function namesEnvelope(page: Page): Buffer {
  return enclose('{"success":true,"data":[', page);
}

/** Encodes every text straight into the answer: no second copy of a page, which may have half a megabyte. */
function enclose(head: string, { items }: Page): Buffer {
  const commas = Math.max(0, items.length - 1);
  const answer = Buffer.allocUnsafe(
    items.reduce((size, item) => size + bytesOf(item), head.length + commas + END.length),
  );
  let at = answer.write(head);
  items.forEach((item, index) => {
    if (index > 0) at += answer.write(',', at);
    at += typeof item === 'string' ? answer.write(item, at) : item.copy(answer, at);
  });
  answer.write(END, at);
  return answer;
}

const bytesOf = (item: string | Buffer): number => (typeof item === 'string' ? Buffer.byteLength(item) : item.length);

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
  const link = (rel: string, target: number): string => {
    parameters.set('page', String(target));
    return `<${path}?${parameters.toString()}>; rel="${rel}"`;
  };
  const next = page.page < last ? [link('next', page.page + 1)] : [];
  const prev = page.page > 1 ? [link('prev', Math.min(page.page - 1, last))] : [];
  const all = [link('first', 1), ...prev, ...next, link('last', last)].join(', ');
  if (all.length <= MAX_LINK_BYTES) return all;
  return next.join('').length <= MAX_LINK_BYTES ? next.join('') : '';
}
