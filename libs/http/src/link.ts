import { unescape } from 'node:querystring';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { problems } from './problem.js';

/** The query parameter of links, and their security scheme. */
export const LINK = 'link';

/** The security requirement of a key pair. */
export const KEY_PAIR = { accessKey: [], secretKey: [] };

export const OPEN_TO_LINKS = 'open to links';

/** Opens a handler to credentials of the scope `link`, which read it as a `public` pair of their account does (B79). */
export const OpenToLinks = () =>
  applyDecorators(SetMetadata(OPEN_TO_LINKS, true), ApiSecurity(KEY_PAIR), ApiSecurity(LINK));

const refused = (message: string) => problems.invalidParameters([{ parameter: LINK, message }]);

/**
 * Takes the link out of a request. Nothing that runs later sees it: logs, links to pages and the keys of cached
 * responses contain the URL without it. @throws INVALID_PARAMETERS
 */
export function takeLink(request: Request, response: Response): string | undefined {
  const { query, headers, url, originalUrl } = request;
  const given = [query[LINK]].flat().filter(Boolean).map(String);
  request.url = withoutLink(url);
  request.originalUrl = withoutLink(originalUrl);
  const [link] = given;
  if (link === undefined) return undefined;
  // A calendar program that shows a web page must not tell its address to other sites.
  response.setHeader('Referrer-Policy', 'no-referrer');
  if (given.length > 1) throw refused('must be given only once');
  if ('x-access-key' in headers || 'x-secret-key' in headers)
    throw refused('must not be given with the headers x-access-key and x-secret-key');
  return link;
}

function withoutLink(target: string): string {
  const [path = '', ...rest] = target.split('?');
  const pairs = rest.join('?').split('&');
  const others = pairs.filter((pair) => unescape(pair.split('=', 1)[0] ?? '') !== LINK).join('&');
  return others === '' ? path : `${path}?${others}`;
}
