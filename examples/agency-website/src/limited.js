import { getConnInfo } from '@hono/node-server/conninfo';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** @import { MiddlewareHandler } from 'hono' */

/** Limits the requests per address to `points` in `duration` seconds. @param {number} points @param {number} duration @param {string} [addressHeader] @returns {MiddlewareHandler} */
export function limited(points, duration, addressHeader) {
  const limiter = new RateLimiterMemory({ points, duration });
  return async (c, next) => {
    const address = (addressHeader && c.req.header(addressHeader)) ?? getConnInfo(c).remote.address ?? '';
    const visit = await limiter.consume(address).catch((reached) => reached);
    if (visit.consumedPoints <= points) return next();
    c.header('retry-after', String(Math.ceil(visit.msBeforeNext / 1_000)));
    return c.text('That is a lot. Please wait a moment.', 429);
  };
}
