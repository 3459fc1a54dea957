import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseUrl } from '@app/process';

/** Parses the text of one variable; `undefined` means that the text is invalid. */
export interface Parser<T> {
  /** The accepted values, as the text after "wanted". */
  readonly wanted: string;
  readonly parse: (text: string) => T | undefined;
}

/** At most `requests` requests per client in any `seconds` seconds. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

const WHOLE_NUMBER = /^\d{1,15}$/;

/** A whole number between two bounds, both included. */
export function wholeNumber(least: number, most: number): Parser<number> {
  return {
    wanted: `a whole number from ${least} to ${most}`,
    parse: (text) => {
      const number = WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN;
      return number >= least && number <= most ? number : undefined;
    },
  };
}

/** One of several words. */
export function oneOfWords<const Word extends string>(...words: Word[]): Parser<Word> {
  return { wanted: `one of ${words.join(', ')}`, parse: (text) => words.find((word) => word === text) };
}

/** A host name or an address to listen on. */
export const host: Parser<string> = {
  wanted: 'a host name or an address without port',
  parse: (text) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
};

/** A folder, converted to an absolute path. */
export const folder: Parser<string> = {
  wanted: 'the path of a folder',
  parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
};

/** A PostgreSQL connection URL. */
export const postgresUrl: Parser<string> = {
  wanted: 'postgres://USER:PASSWORD@HOST:PORT/DATABASE, in a password # / ? @ % as %23 %2F %3F %40 %25',
  parse: (text) => (/^postgres(ql)?:\/\/./.test(text) && parseUrl(text) && isDecodable(text) ? text : undefined),
};

/** Whether the driver can decode the URL; it takes a % without two digits literally. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

/** PostgreSQL connection URLs, separated by commas. A comma in a password is written %2C. */
export const postgresUrls: Parser<readonly string[]> = {
  wanted: `${postgresUrl.wanted}, or several of them separated by commas, each once`,
  parse: (text) => {
    const urls = text.split(',').map((url) => postgresUrl.parse(url.trim()));
    const isEachOnce = new Set(urls).size === urls.length;
    return isEachOnce && urls.every((url) => url !== undefined) ? urls : undefined;
  },
};

/** A key that is sent in an HTTP header: only visible ASCII is allowed. */
export const headerKey: Parser<string> = {
  wanted: 'at least 16 characters, visible ASCII without spaces',
  parse: (text) => (/^[!-~]{16,}$/.test(text) ? text : undefined),
};

/** A key for AES-256. */
export const aesKey: Parser<Buffer> = {
  wanted: 'base64 of exactly 32 bytes (openssl rand -base64 32)',
  parse: (text) => {
    // Buffer skips invalid base64 characters; comparing with the encoded result detects them.
    const bytes = Buffer.from(text, 'base64');
    return bytes.length === 32 && bytes.toString('base64') === text ? bytes : undefined;
  },
};

/** `off`, or a number of requests in a number of seconds. */
export const rateLimit: Parser<RateLimit | 'off'> = {
  wanted: 'off, or REQUESTS/SECONDS such as 600/60',
  parse: (text) => {
    if (text === 'off') return 'off';
    const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(text) ?? [];
    return requests && seconds ? { requests: Number(requests), seconds: Number(seconds) } : undefined;
  },
};

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

function isProxy(text: string): boolean {
  if (PROXY_NAMES.includes(text)) return true;
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const most = { 4: 32, 6: 128 }[isIP(address)];
  return most !== undefined && Number(bits ?? most) <= most;
}

/**
 * Trusted proxies, in the syntax of Express's `trust proxy`. It is not possible to trust all proxies: any client could
 * then choose its address.
 */
export const proxies: Parser<number | string[]> = {
  wanted: `a number of proxies from 1 to 9, or addresses, subnets and ${PROXY_NAMES.join(', ')}, separated by commas`,
  parse: (text) => {
    if (/^[1-9]$/.test(text)) return Number(text);
    const named = text.split(',').map((one) => one.trim());
    return named.every(isProxy) ? named : undefined;
  },
};

/** A base URL: paths are appended to it. */
export const publicUrl: Parser<string> = {
  wanted: 'http:// or https://HOST[:PORT][/PATH], at most 200 characters',
  parse: (text) => {
    if (text.length > 200 || !/^https?:\/\/[^\s?#<>"]+$/i.test(text)) return undefined;
    const url = parseUrl(text);
    if (!url) return undefined;
    const { origin, pathname, username, password } = url;
    return username || password ? undefined : origin + pathname.replace(/\/+$/, '');
  },
};

/** The canonical origin of a text; undefined if the text is not an origin. */
function originOf(text: string): string | undefined {
  const url = /^https?:\/\/[^\s/?#@*\\]+\/?$/i.test(text) ? parseUrl(text) : undefined;
  return url?.origin;
}

/** Origins of URLs, separated by commas. */
export const origins: Parser<readonly string[]> = {
  wanted: 'http:// or https://HOST[:PORT], separated by commas',
  parse: (text) => {
    const named = text.split(',').map((one) => originOf(one.trim()));
    return named.every((origin) => origin !== undefined) ? named : undefined;
  },
};
