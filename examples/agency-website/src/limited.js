import { getConnInfo } from '@hono/node-server/conninfo';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** @import { Context, MiddlewareHandler } from 'hono' */

/** Counts the requests per address: `points` in `duration` seconds. @param {number} points @param {number} duration @param {string} [addressHeader] @returns {(c: Context) => Promise<number>} the seconds until the next request; 0 for now */
export function limiter(points, duration, addressHeader) {
  const memory = new RateLimiterMemory({ points, duration });
  return async (c) => {
    const address = (addressHeader && c.req.header(addressHeader)) || (getConnInfo(c).remote.address ?? '');
    const visit = await memory.consume(address).catch((reached) => reached);
    return visit.consumedPoints <= points ? 0 : Math.ceil(visit.msBeforeNext / 1_000);
  };
}

/** Refuses requests beyond a limit. @param {ReturnType<typeof limiter>} wait @returns {MiddlewareHandler} */
export const limited = (wait) => async (c, next) => {
  const seconds = await wait(c);
  if (seconds === 0) return next();
  c.header('retry-after', String(seconds));
  return c.text('That is a lot. Please wait a moment.', 429);
};
