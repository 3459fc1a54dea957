import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { csrf } from 'hono/csrf';
import { savedPage } from './pages/saved-page.js';
import { Search } from './search.js';

/** @import { Context, MiddlewareHandler } from 'hono' */
/** @import { Page } from './pages/layout.js' */
/** @import { SavedSearches } from './saved-searches.js' */

const REFERENCE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const COOKIE = /** @type {const} */ ({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 365 * 86_400 });

/** The reference of a visitor who has saved a search; other texts are none, so that nobody reads all. @param {Context} c */
export const visitorOf = (c) => REFERENCE.exec(getCookie(c, 'visitor') ?? '')?.[0];

/**
 * `/saved`: what is new for a visitor, and forms, which need no script.
 * @param {SavedSearches} saved
 * @param {MiddlewareHandler} limited how often an address may save
 * @param {(c: Context, page: Page) => Promise<Response>} show
 */
export function savedRoutes(saved, limited, show) {
  const routes = new Hono().use(csrf(), bodyLimit({ maxSize: 8_192 }));
  routes.get('/', async (c) => {
    const visitor = visitorOf(c);
    const cursors = new URLSearchParams(getCookie(c, 'seen'));
    const searches = visitor ? await saved.list(visitor) : [];
    const told = await Promise.all(
      searches.map(async (search) => ({
        ...search,
        news: await saved.news(search, cursors.get(`${search.id}`) ?? undefined),
      })),
    );
    setCookie(c, 'seen', String(new URLSearchParams(told.map(({ id, news }) => [`${id}`, news.cursor]))), COOKIE);
    // The news are shown once: back from a home, the browser shows the page that it has.
    c.header('cache-control', 'private, no-cache');
    return show(c, savedPage(told));
  });
  routes.post('/', limited, async (c) => {
    const visitor = visitorOf(c) ?? randomUUID();
    const path = new URLSearchParams(await c.req.text()).get('path') ?? '';
    await saved.save(visitor, new Search(new URL(path.replace(/^[^?]*/, '/'), c.req.url).href));
    setCookie(c, 'visitor', visitor, COOKIE);
    return c.redirect('/saved', 303);
  });
  routes.post('/delete', async (c) => {
    const visitor = visitorOf(c);
    const id = new URLSearchParams(await c.req.text()).get('id') ?? '';
    if (visitor) await saved.delete(visitor, id);
    return c.redirect('/saved', 303);
  });
  return routes;
}
