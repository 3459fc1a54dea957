import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, getSignedCookie, setCookie, setSignedCookie } from 'hono/cookie';
import { csrf } from 'hono/csrf';
import { savedPage } from './pages/saved-page.js';
import { OFFERS, Search } from './search.js';

/** @import { Context, MiddlewareHandler } from 'hono' */
/** @import { Page } from './pages/layout.js' */
/** @import { SavedSearches } from './saved-searches.js' */

const REFERENCE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const COOKIE = /** @type {const} */ ({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 365 * 86_400 });

/** The reference of a visitor who has saved a search. Other texts are rejected, so that nobody can read all searches. @param {Context} c */
export const visitorOf = (c) => REFERENCE.exec(getCookie(c, 'visitor') ?? '')?.[0];

/**
 * `/saved`: new matches for a visitor, and forms that need no script.
 * @param {SavedSearches} saved
 * @param {string} secret signs the cursors, so that a visitor cannot invent expensive ones
 * @param {Readonly<Record<'visits' | 'saves', MiddlewareHandler>>} limits per address
 * @param {(c: Context, page: Page) => Promise<Response>} show
 */
export function savedRoutes(saved, secret, limits, show) {
  const routes = new Hono().use(csrf(), bodyLimit({ maxSize: 8_192 }));
  routes.get('/', limits.visits, async (c) => {
    const visitor = visitorOf(c);
    const cursors = new URLSearchParams((await getSignedCookie(c, secret, 'seen')) || '');
    const searches = visitor ? await saved.list(visitor) : [];
    const told = await Promise.all(
      searches.map(async (search) => ({
        ...search,
        news: await saved.news(search, cursors.get(`${search.id}`) ?? undefined),
      })),
    );
    const seen = String(new URLSearchParams(told.map(({ id, news }) => [`${id}`, news.cursor])));
    await setSignedCookie(c, 'seen', seen, secret, COOKIE);
    // New matches are shown once, so the browser keeps the page for a visitor who returns from a home.
    c.header('cache-control', 'private, no-cache');
    return show(c, savedPage(told, c.req.query('done')));
  });
  routes.post('/', limits.saves, async (c) => {
    const visitor = visitorOf(c) ?? randomUUID();
    const path = new URLSearchParams(await c.req.text()).get('path') ?? '';
    const [pathname = '', query = ''] = path.split(/\?(.*)/s);
    const url = new URL(c.req.url);
    // Sold and leased homes are no news.
    url.pathname = Object.hasOwn(OFFERS, pathname) && !OFFERS[pathname]?.query.status ? pathname : '/buy';
    url.search = query;
    const search = new Search(url.href);
    const done = await saved.save(visitor, search);
    setCookie(c, 'visitor', visitor, COOKIE);
    return c.redirect(`/saved?done=${done}`, 303);
  });
  routes.post('/delete', async (c) => {
    const visitor = visitorOf(c);
    const id = new URLSearchParams(await c.req.text()).get('id') ?? '';
    if (visitor) await saved.delete(visitor, id);
    return c.redirect('/saved?done=deleted', 303);
  });
  return routes;
}
