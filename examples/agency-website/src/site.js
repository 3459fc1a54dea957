import { fileURLToPath } from 'node:url';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { ProblemError } from 'agency-directory-client';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Agency } from './agency.js';
import { aboutPage } from './pages/about-page.js';
import { agentPage, agentsPage } from './pages/agent-pages.js';
import { layout } from './pages/layout.js';
import { listingPage } from './pages/listing-page.js';
import { missingPage, refusalPage } from './pages/message-pages.js';
import { searchPage } from './pages/search-page.js';
import { soldPage } from './pages/sold-page.js';
import { theme } from './theme.js';

/** @import { ClientOptions } from 'agency-directory-client' */
/** @import { Context } from 'hono' */
/** @import { ContentfulStatusCode } from 'hono/utils/http-status' */
/** @import { Page, PageOf } from './pages/layout.js' */

/** @type {Readonly<Record<string, PageOf>>} */
const PAGES = {
  '/': searchPage,
  '/sold': soldPage,
  '/agents': agentsPage,
  '/agents/:slug': agentPage,
  '/about': aboutPage,
  // The agency has chosen the paths of its listings in the directory, and portals link to them.
  '/*': listingPage,
};

/** The folder of a module. @param {string} name */
const folderOf = (name) => fileURLToPath(new URL('.', import.meta.resolve(name)));

/** The pages of a visitor in a minute. */
const PAGES_A_MINUTE = 120;

/** The last good pages, in characters. */
const KEPT_PAGES = 20_000_000;

/**
 * The website of the agency that a key pair belongs to.
 * @param {ClientOptions} access with a pair of the scope `public`: the browsers of visitors get it, too
 * @param {string} [addressHeader] the header in which a proxy before the site names the visitor's address
 */
export function createSite(access, addressHeader) {
  const agency = new Agency(access);
  const { baseUrl, accessKey, secretKey } = access;
  const { origin } = new URL(baseUrl);
  const visits = new RateLimiterMemory({ points: PAGES_A_MINUTE, duration: 60 });
  /** @type {LRUCache<string, string>} */
  const lastPages = new LRUCache({ maxSize: KEPT_PAGES, sizeCalculation: ({ length }) => length });
  const site = new Hono();

  const contentSecurityPolicy = {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'https:', origin],
    connectSrc: [origin],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  };
  site.use(secureHeaders({ contentSecurityPolicy }));

  site.get('/public/*', serveStatic({ root: folderOf('../package.json') }));
  const rewriteRequestPath = (/** @type {string} */ path) => path.replace('/client/', '/');
  site.get('/client/*', serveStatic({ root: folderOf('agency-directory-client'), rewriteRequestPath }));
  site.get('/access.js', (c) => {
    c.header('content-type', 'text/javascript');
    return c.body(`export const access = ${JSON.stringify({ baseUrl, accessKey, secretKey })};`);
  });
  site.get('/theme.css', async (c) => {
    c.header('content-type', 'text/css');
    return c.body(theme(await agency.profile()));
  });

  // To the directory the site is one visitor: none of its own takes the pages of the others.
  site.use(async (c, next) => {
    const address = (addressHeader && c.req.header(addressHeader)) ?? getConnInfo(c).remote.address ?? '';
    const visit = await visits.consume(address).catch((reached) => reached);
    if (visit.consumedPoints <= PAGES_A_MINUTE) return next();
    c.header('retry-after', String(Math.ceil(visit.msBeforeNext / 1_000)));
    return c.text('That is a lot of pages. Please wait a moment.', 429);
  });

  /** @param {Context} c @param {Page} page @param {ContentfulStatusCode} [status] */
  const show = async (c, page, status) => c.html(layout(await agency.profile(), c.req.path, page), status);
  for (const [path, pageOf] of Object.entries(PAGES)) {
    site.get(path, async (c) => {
      const page = await pageOf(agency, c.req);
      if (!page) return c.notFound();
      const text = String(await layout(await agency.profile(), c.req.path, page));
      lastPages.set(c.req.url, text);
      return c.html(text);
    });
  }

  site.notFound((c) => show(c, missingPage(), 404));
  site.onError((error, c) => {
    if (error instanceof ProblemError && error.status === 400) return show(c, refusalPage(error), 400);
    console.error(error);
    const last = lastPages.get(c.req.url);
    if (last) return c.html(last);
    c.header('retry-after', '30');
    return c.text('Our homes cannot be shown at the moment. Please try again soon.', 503);
  });
  return site;
}
