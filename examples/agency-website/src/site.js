import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { ProblemError } from 'agency-directory-client';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { LRUCache } from 'lru-cache';
import { Agency } from './agency.js';
import { limited } from './limited.js';
import { appraisalPage } from './pages/appraisal-page.js';
import { robots, sitemap } from './pages/files.js';
import { findAgentPage } from './pages/find-agent-page.js';
import { layout } from './pages/layout.js';
import { openHomesPage, soldPage } from './pages/list-pages.js';
import { listingPage } from './pages/listing-page.js';
import { marketPage } from './pages/market-page.js';
import { missingPage, refusalPage } from './pages/message-pages.js';
import { aboutPage, agentPage, agentsPage } from './pages/people-pages.js';
import { searchPage } from './pages/search-page.js';
import { savedRoutes, visitorOf } from './saved-routes.js';
import { Search } from './search.js';
import { theme } from './theme.js';

/** @import { ClientOptions } from 'agency-directory-client' */
/** @import { Context } from 'hono' */
/** @import { ContentfulStatusCode } from 'hono/utils/http-status' */
/** @import { Page, PageOf } from './pages/layout.js' */

/** @type {Readonly<Record<string, PageOf>>} */
const PAGES = {
  '/': searchPage,
  '/open-homes': openHomesPage,
  // Calendar programs send no keys, so the site forwards the calendars of the directory; with a link they can read them there.
  '/open-homes.ics': (agency, { url }) => agency.openHomesCalendar(new Search(url).filters),
  '/sold': soldPage,
  '/market': marketPage,
  '/appraisal': appraisalPage,
  '/find-an-agent': findAgentPage,
  '/agents': agentsPage,
  '/agents/:slug': agentPage,
  '/about': aboutPage,
  '/sitemap.xml': sitemap,
  '/robots.txt': robots,
  // The agency has chosen the paths of its listings in the directory, and portals link to them.
  '/:path{.+\\.ics}': (agency, { path }) => agency.listingCalendar(path.replace(/\.ics$/, '')),
  '/*': listingPage,
};

/** The types of files by their names. @type {Readonly<Record<string, string>>} */
const TYPES = { '.ics': 'text/calendar; charset=utf-8', '.txt': 'text/plain', '.xml': 'application/xml' };

/** The folder of a module. @param {string} name */
const folderOf = (name) => fileURLToPath(new URL('.', import.meta.resolve(name)));

/**
 * The website of the agency that a key pair belongs to.
 * @param {ClientOptions} access with a pair of the scope `public`: the browsers of visitors get it, too
 * @param {string} [addressHeader] the header in which a proxy before the site names the visitor's address
 * @param {Partial<ClientOptions>} [fullKeys] a pair of the scope `full`, which only the server has: visitors may save searches
 * @param {string} [link] a credential of the scope `link`, which pages show: visitors may subscribe to calendars of the directory
 */
export function createSite(access, addressHeader, fullKeys, link) {
  const agency = new Agency(access, fullKeys, link);
  const { baseUrl, accessKey, secretKey } = access;
  // Agencies may host their pictures anywhere.
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src *; connect-src ${new URL(baseUrl).origin}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  /** The last good pages. @type {LRUCache<string, string>} */
  const lastPages = new LRUCache({ max: 400 });
  const site = new Hono();
  /** @param {Context} c @param {string} text @param {string} [type] @param {ContentfulStatusCode} [status] */
  const send = (c, text, type = 'text/html; charset=utf-8', status = 200) =>
    c.body(text, status, { 'content-type': type, 'content-security-policy': policy });

  site.use(secureHeaders());

  site.get('/public/*', serveStatic({ root: folderOf('../package.json') }));
  const rewriteRequestPath = (/** @type {string} */ path) => path.replace('/client/', '/');
  site.get('/client/*', serveStatic({ root: folderOf('agency-directory-client'), rewriteRequestPath }));
  site.get('/access.js', async (c) => {
    const given = JSON.stringify({ baseUrl, accessKey, secretKey });
    const script = `export const access = ${given}, websiteID = ${(await agency.profile()).websiteID};`;
    return send(c, script, 'text/javascript');
  });
  site.get('/theme.css', async (c) => send(c, theme(await agency.profile()), 'text/css'));

  // The directory counts the site as one client, so the site limits each visitor, for the sake of the others.
  site.use(limited(120, 60, addressHeader));

  /** @param {Context} c @param {Page} page */
  const written = async (c, page) =>
    String(await layout(await agency.profile(), c.req.path, page, Boolean(agency.saved && visitorOf(c))));
  if (agency.saved)
    site.route(
      '/saved',
      savedRoutes(agency.saved, limited(30, 86_400, addressHeader), async (c, page) => send(c, await written(c, page))),
    );
  for (const [path, pageOf] of Object.entries(PAGES)) {
    site.get(path, async (c) => {
      const page = await pageOf(agency, c.req);
      if (page === undefined) return c.notFound();
      const text = typeof page === 'string' ? page : await written(c, page);
      lastPages.set(c.req.url, text);
      return send(c, text, TYPES[extname(c.req.path)]);
    });
  }

  site.notFound(async (c) => send(c, await written(c, missingPage()), undefined, 404));
  site.onError(async (error, c) => {
    if (error instanceof ProblemError && error.status === 400)
      return send(c, await written(c, refusalPage(error)), undefined, 400);
    if (error instanceof HTTPException) return error.getResponse();
    console.error(error);
    const last = lastPages.get(c.req.url);
    if (last) return send(c, last, TYPES[extname(c.req.path)]);
    c.header('retry-after', '30');
    return c.text('Our homes cannot be shown at the moment. Please try again soon.', 503);
  });
  return site;
}
