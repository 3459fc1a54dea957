import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { ProblemError } from 'agency-directory-client';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
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

/**
 * The website of the agency that a key pair belongs to.
 * @param {ClientOptions} access with a pair of the scope `public`: the browsers of visitors get it, too
 */
export function createSite(access) {
  const agency = new Agency(access);
  const { origin } = new URL(access.baseUrl);
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
    return c.body(`export const access = ${JSON.stringify(access)};`);
  });
  site.get('/theme.css', async (c) => {
    c.header('content-type', 'text/css');
    return c.body(theme(await agency.profile()));
  });

  /** @param {Context} c @param {Page} page @param {ContentfulStatusCode} [status] */
  const show = async (c, page, status) => c.html(layout(await agency.profile(), c.req.path, page), status);
  for (const [path, pageOf] of Object.entries(PAGES)) {
    site.get(path, async (c) => {
      const page = await pageOf(agency, c.req);
      return page ? show(c, page) : c.notFound();
    });
  }

  site.notFound((c) => show(c, missingPage(), 404));
  site.onError((error, c) => {
    if (error instanceof ProblemError && error.status === 400) return show(c, refusalPage(error), 400);
    console.error(error);
    c.header('retry-after', '30');
    return c.text('Our homes cannot be shown at the moment. Please try again soon.', 503);
  });
  return site;
}
