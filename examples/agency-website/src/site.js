import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { ProblemError } from 'agency-directory-client';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { LRUCache } from 'lru-cache';
import { Agency } from './agency.js';
import { Assets } from './assets.js';
import { late, sent } from './enquiries.js';
import { limited, limiter } from './limited.js';
import { appraisalPage } from './pages/appraisal-page.js';
import { robots, sitemap } from './pages/files.js';
import { findAgentPage } from './pages/find-agent-page.js';
import { homePage } from './pages/home-page.js';
import { layout } from './pages/layout.js';
import { openHomesPage } from './pages/list-pages.js';
import { listingPage } from './pages/listing-page.js';
import { marketPage } from './pages/market-page.js';
import { missingPage, refusalPage, unsentPage } from './pages/message-pages.js';
import { aboutPage, agentPage, agentsPage } from './pages/people-pages.js';
import { searchPage } from './pages/search-page.js';
import { suburbPage, suburbsPage } from './pages/suburb-pages.js';
import { savedRoutes } from './saved-routes.js';
import { OFFERS, Search } from './search.js';
import { theme } from './theme.js';
import { cut } from './words.js';

/** @import { ClientOptions } from 'agency-directory-client' */
/** @import { Context } from 'hono' */
/** @import { ContentfulStatusCode } from 'hono/utils/http-status' */
/** @import { AgencyOptions } from './agency.js' */
/** @import { Page, PageOf } from './pages/layout.js' */
/** @import { Ask, Enquiry } from './pages/enquiry-form.js' */

/** @type {Readonly<Record<string, PageOf>>} */
const PAGES = {
  '/': homePage,
  ...Object.fromEntries(Object.keys(OFFERS).map((path) => [path, searchPage])),
  '/search': async (_, { url }) => chosenList(new URL(url)),
  '/open-homes': openHomesPage,
  // Calendar programs send no keys, so the site forwards the calendars of the directory; with a link they can read them there.
  '/open-homes.ics': (agency, { url }) => agency.openHomesCalendar(new Search(url).filters),
  '/suburbs': suburbsPage,
  '/suburbs/:slug': suburbPage,
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

/** The pages with a form for enquiries. */
const ASKED = ['/appraisal', '/agents/:slug', '/*'];

/** The types of files by their names. @type {Readonly<Record<string, string>>} */
const TYPES = { '.ics': 'text/calendar; charset=utf-8', '.txt': 'text/plain', '.xml': 'application/xml' };

const YEAR = 'public, max-age=31536000, immutable';

/** The list that the form of the first page asks for. @param {URL} url */
function chosenList({ searchParams, origin }) {
  const [offer = '', s = ''] = ['offer', 's'].map((name) => searchParams.get(name) ?? '');
  const list = new URL(Object.hasOwn(OFFERS, offer) ? offer : '/buy', origin);
  if (s.trim()) list.searchParams.set('s', s.trim());
  return list;
}

/** The content security policy. With streets, the style names other hosts. @param {string | undefined} mapStyle */
const policyOf = (mapStyle) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Agencies may host their pictures anywhere.
    'img-src * data: blob:',
    `connect-src 'self'${mapStyle ? ' https: http:' : ''}`,
    ...(mapStyle ? ["worker-src 'self' blob:"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The website of the agency that a key pair belongs to. No key reaches the browsers of visitors.
 * @param {ClientOptions} access with a pair of the scope `public`
 * @param {AgencyOptions & { addressHeader?: string }} [options] `addressHeader` is the header in which a proxy before the site names
 *   the visitor's address
 */
export function createSite(access, { addressHeader, ...options } = {}) {
  const agency = new Agency(access, options);
  const policy = policyOf(options.mapStyle);
  const assets = new Assets();
  /** The last good pages. @type {LRUCache<string, string>} */
  const lastPages = new LRUCache({ max: 400 });
  const perAddress = (/** @type {number} */ points, /** @type {number} */ seconds) =>
    limiter(points, seconds, addressHeader);
  const site = new Hono();
  /** @param {Context} c @param {string} text @param {string} [type] @param {ContentfulStatusCode} [status] */
  const send = (c, text, type = 'text/html; charset=utf-8', status = 200) =>
    c.body(text, status, { 'content-type': type, 'content-security-policy': policy });

  site.use(secureHeaders(), compress());

  site.get('/assets/:name', (c) => {
    const file = assets.files.get(c.req.path);
    return file ? c.body(file.content, 200, { 'content-type': file.type, 'cache-control': YEAR }) : c.notFound();
  });
  const streets = fileURLToPath(new URL('.', import.meta.resolve('maplibre-gl')));
  const rewriteRequestPath = (/** @type {string} */ path) => path.replace(/^\/maplibre/, '');
  site.get('/maplibre/*', serveStatic({ root: streets, rewriteRequestPath }));
  site.get('/suggestions', limited(perAddress(300, 60)), async (c) => {
    const q = cut(c.req.query('q') ?? '', 100).trim();
    return c.json((q && (await agency.suggested.fetch(`${c.req.query('of') === 's' ? 's' : 'place'} ${q}`))) || []);
  });

  // The directory counts the site as one client, so the site limits each visitor, for the sake of the others.
  site.use(limited(perAddress(120, 60)));

  /** @param {Context} c @param {Page} page */
  const written = async (c, page) => {
    const profile = await agency.profile();
    const files = { ...assets, style: assets.style(theme(profile)) };
    return String(await layout(profile, c.req.path, page, files, Boolean(agency.saved)));
  };
  if (agency.saved) {
    const limits = { visits: limited(perAddress(20, 60)), saves: limited(perAddress(30, 86_400)) };
    const show = async (/** @type {Context} */ c, /** @type {Page} */ page) => send(c, await written(c, page));
    site.route('/saved', savedRoutes(agency.saved, options.fullKeys?.secretKey ?? '', limits, show));
  }
  for (const [path, pageOf] of Object.entries(PAGES)) {
    site.get(path, async (c) => {
      const page = await pageOf(agency, c.req, async () => ({ isSent: c.req.query('sent') === '1' }));
      if (page === undefined) return c.notFound();
      if (page instanceof URL) return c.redirect(page.href.slice(page.origin.length), 302);
      if (typeof page !== 'string' && page.status) return send(c, await written(c, page), undefined, page.status);
      const text = typeof page === 'string' ? page : await written(c, page);
      if (typeof page !== 'string') lastPages.set(c.req.url, text);
      return send(c, text, TYPES[extname(c.req.path)]);
    });
  }
  const messages = perAddress(20, 3_600);
  for (const path of ASKED) {
    site.post(path, csrf(), bodyLimit({ maxSize: 32_768 }), async (c) => {
      const form = new URLSearchParams(await c.req.text());
      const isLate = (await messages(c)) > 0;
      /** @type {Enquiry | undefined} */
      let enquiry;
      /** @type {Ask} */
      const ask = async (recipient, id) => (enquiry = isLate ? late(form) : await sent(agency, form, recipient, id));
      const page = await PAGES[path]?.(agency, c.req, ask).catch((error) => {
        if (error instanceof ProblemError && error.status < 500) throw error;
        console.error(error);
        enquiry = { typed: Object.fromEntries(form) };
        return unsentPage(form.get('message') ?? '');
      });
      if (!enquiry || !page || typeof page === 'string' || page instanceof URL) return c.notFound();
      if (enquiry.isSent) return c.redirect(`${c.req.path}?sent=1`, 303);
      return send(c, await written(c, page), undefined, page.status ?? (isLate ? 429 : 400));
    });
  }

  site.notFound(async (c) => send(c, await written(c, missingPage()), undefined, 404));
  site.onError(async (error, c) => {
    if (error instanceof ProblemError && error.status === 400)
      return send(c, await written(c, refusalPage()), undefined, 400);
    if (error instanceof HTTPException) return error.getResponse();
    console.error(error);
    const last = lastPages.get(c.req.url);
    if (last && c.req.method === 'GET') return send(c, last);
    c.header('retry-after', '30');
    return c.text('Our homes cannot be shown at the moment. Please try again soon.', 503);
  });
  return site;
}
