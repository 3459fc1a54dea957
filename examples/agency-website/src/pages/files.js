import { SHOWN } from '../agency.js';
import { slugOf } from './suburb-pages.js';

/** @import { ListingsQuery } from '../agency.js' */
/** @import { PageOf } from './layout.js' */

/** @param {string} list @param {string} item @param {readonly string[]} addresses */
const xml = (list, item, addresses) => `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((address) => `<${item}><loc>${encodeURI(address).replaceAll('&', '&amp;')}</loc></${item}>`).join('\n')}
</${list}>`;

/** All homes and suburbs that have a page, for search engines: an index, and its files. @type {PageOf} */
export const sitemap = async (agency, request) => {
  const { link } = await agency.profile();
  const { status, page } = /** @type {ListingsQuery} */ (request.query());
  if (request.query('suburbs')) {
    const suburbs = await agency.suburbs({});
    return xml(
      'urlset',
      'url',
      suburbs.map(({ value }) => `${link}/suburbs/${slugOf(String(value))}`),
    );
  }
  const pageOf = (/** @type {ListingsQuery} */ query) => agency.cards({ ...query, limit: 100, sort: 'id' });
  if (status && !SHOWN.some((shown) => shown === String(status))) return undefined;
  if (status) {
    const { data } = await pageOf({ status, page });
    const addresses = data.map(({ slug }) => link + slug);
    return xml('urlset', 'url', addresses);
  }
  const lists = await Promise.all(SHOWN.map(async (each) => ({ each, ...(await pageOf({ status: [each] })) })));
  const files = lists.flatMap(({ each, totalPage }) =>
    Array.from({ length: totalPage }, (_, at) => `${link}/sitemap.xml?status=${each}&page=${at + 1}`),
  );
  return xml('sitemapindex', 'sitemap', [...files, `${link}/sitemap.xml?suburbs=1`]);
};

/** @type {PageOf} */
export const robots = async (agency) => `User-agent: *
Disallow: /saved

Sitemap: ${(await agency.profile()).link}/sitemap.xml
`;
