import { SHOWN } from '../agency.js';
import { Search } from '../search.js';
import { LINKS } from './layout.js';

/** @import { ListingsQuery } from '../agency.js' */
/** @import { PageOf } from './layout.js' */

/** A file of the sitemap is a page of a list, and far below the 50,000 addresses of the protocol. */
const PER_FILE = 100;

/** @param {string} list @param {string} item @param {readonly string[]} addresses */
const xml = (list, item, addresses) => `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((address) => `<${item}><loc>${encodeURI(address).replaceAll('&', '&amp;')}</loc></${item}>`).join('\n')}
</${list}>
`;

/** What search engines read: an index of files, and these. @type {PageOf} */
export const sitemap = async (agency, request) => {
  const { link } = await agency.profile();
  const { status, page } = /** @type {ListingsQuery} */ (request.query());
  if (status) {
    const { data } = await agency.cards({ status, page, limit: PER_FILE, sort: 'id' });
    return xml(
      'urlset',
      'url',
      data.map(({ slug }) => link + slug),
    );
  }
  const files = await Promise.all(
    SHOWN.map(async (each) => {
      const { totalPage } = await agency.cards({ status: each, limit: PER_FILE });
      return Array.from({ length: totalPage }, (_, at) => `${link}/sitemap.xml?status=${each}&page=${at + 1}`);
    }),
  );
  return xml('sitemapindex', 'sitemap', files.flat());
};

/** @type {PageOf} */
export const robots = async (agency) => `User-agent: *
Disallow:

Sitemap: ${(await agency.profile()).link}/sitemap.xml
`;

/** The open homes and auctions for calendars, which send no keys. @type {PageOf} */
export const openHomesCalendar = (agency, { url }) => agency.openHomesCalendar(new Search(url).filters);

/** Those of one home. @type {PageOf} */
export const listingCalendar = (agency, { path }) => agency.listingCalendar(path.replace(/\.ics$/, ''));
