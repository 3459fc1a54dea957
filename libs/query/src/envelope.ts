import { totalPages, type Page } from './page.js';

const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

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

const enclose = (head: string, { items }: Page): Buffer =>
  Buffer.concat([Buffer.from(head), ...items.flatMap((item, at) => (at === 0 ? [item] : [COMMA, item])), END]);

/** The `Link` header of a page (RFC 8288): first, prev, next, last; the other parameters as they came. */
export function pageLinks(page: Page, url: string): string {
  const [path = '', search = ''] = url.split(/\?(.*)/s, 2);
  const last = Math.max(1, totalPages(page));
  const targets: [string, number][] = [['first', 1]];
  if (page.page > 1) targets.push(['prev', Math.min(page.page - 1, last)]);
  if (page.page < last) targets.push(['next', page.page + 1]);
  targets.push(['last', last]);
  const parameters = new URLSearchParams(search);
  return targets
    .map(([rel, target]) => {
      parameters.set('page', String(target));
      return `<${path}?${parameters.toString()}>; rel="${rel}"`;
    })
    .join(', ');
}
