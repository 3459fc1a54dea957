import type { Application, Request } from 'express';
import { unescape } from 'node:querystring';
import { routesOf } from '../allowed-methods.js';

/** Whether a parameter's value names no person and no place: a number, a date, a word of a list. */
export type IsPlainValue = (parameter: string, text: string) => boolean;

const HIDDEN = '…';
const LONGEST = 500;
const LONGEST_AT_DEBUG = 2_000;
const NUMBER = /^\d{1,19}$/;
/** Secret keys that the service has made. */
const SECRET_KEY = /ads_\w+/g;
/** Characters that a terminal or a log reader could misinterpret. */
const UNPRINTABLE = /[^\x21-\x7e]/g;

const words = new WeakMap<Application, ReadonlySet<string>>();

/** The segments of the routes of the service. */
function wordsOf(app: Application): ReadonlySet<string> {
  let known = words.get(app);
  if (!known) {
    known = new Set([...routesOf(app).flatMap((path) => path.split('/')), 'v1', 'accounts', 'docs', 'openapi.json']);
    words.set(app, known);
  }
  return known;
}

/**
 * The target of a request without names of people and places: it keeps words of routes, numbers and plain values, and omits
 * names in paths, searched texts and unknown parameters.
 */
export function publicPath({ originalUrl, app }: Request, isPlainValue: IsPlainValue): string {
  const [path, search] = splitTarget(originalUrl);
  const known = wordsOf(app);
  let text = '';
  for (const segment of path.slice(1, LONGEST).split('/'))
    text += `/${known.has(segment) || NUMBER.test(segment) ? segment : HIDDEN}`;
  if (search === undefined) return text;
  let mark = '?';
  for (const pair of search.split('&')) {
    if (text.length > LONGEST) return `${text.slice(0, LONGEST)}${HIDDEN}`;
    text += mark + plainPair(pair, isPlainValue);
    mark = '&';
  }
  return text;
}

/** The target of a request at debug level: with names and texts, without secret keys and values of unknown parameters. */
export function wholePath({ originalUrl }: Request, isParameter: (name: string) => boolean): string {
  const [path, search] = splitTarget(originalUrl.slice(0, LONGEST_AT_DEBUG));
  const pairs = search?.split('&').map((pair) => (isParameter(nameOf(pair)) ? pair : HIDDEN));
  const target = pairs ? `${path}?${pairs.join('&')}` : path;
  // Decoded, so that no escape hides a key.
  const printable = unescape(target).replaceAll(UNPRINTABLE, (character) => (character === HIDDEN ? HIDDEN : '?'));
  return printable.replaceAll(SECRET_KEY, HIDDEN) + (originalUrl.length > LONGEST_AT_DEBUG ? HIDDEN : '');
}

function splitTarget(target: string): readonly [path: string, search: string | undefined] {
  const at = target.indexOf('?');
  return at === -1 ? [target, undefined] : [target.slice(0, at), target.slice(at + 1)];
}

const nameOf = (pair: string): string => unescape(pair.split('=', 1)[0] ?? '');

function plainPair(pair: string, isPlainValue: IsPlainValue): string {
  const name = nameOf(pair);
  const value = unescape(pair.slice(pair.indexOf('=') + 1).replaceAll('+', ' '));
  return isPlainValue(name, value) ? `${name}=${value}` : HIDDEN;
}
