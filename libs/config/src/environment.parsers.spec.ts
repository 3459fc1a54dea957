import { describe, expect, it } from 'vitest';
import {
  aesKey,
  folder,
  headerKey,
  host,
  oneOfWords,
  origins,
  postgresUrl,
  proxies,
  publicUrl,
  rateLimit,
  wholeNumber,
  type Parser,
} from './environment.parsers.js';

const key = Buffer.alloc(32, 0xfb).toString('base64');

describe('environment parsers', () => {
  it.each<[string, Parser<unknown>, Record<string, unknown>]>([
    ['a whole number', wholeNumber(1, 65_535), { 1: 1, '065535': 65_535 }],
    ['one of several words', oneOfWords('auto', 'off'), { off: 'off' }],
    ['a host', host, { '::1': '::1', 'fe80::1%eth0': 'fe80::1%eth0', 'db_1.example': 'db_1.example' }],
    ['a folder', folder, { '/a/../b': '/b' }],
    ['a database', postgresUrl, { 'postgres://u:p@h:1/d': 'postgres://u:p@h:1/d', 'postgresql://h': 'postgresql://h' }],
    ['a database with a percent sign', postgresUrl, { 'postgres://u:100%@h/d': 'postgres://u:100%@h/d' }],
    ['a key of a header', headerKey, { ['!'.repeat(16)]: '!'.repeat(16) }],
    ['a key of AES', aesKey, { [key]: Buffer.alloc(32, 0xfb) }],
    ['a limit of requests', rateLimit, { off: 'off', '600/60': { requests: 600, seconds: 60 } }],
    ['the highest limit', rateLimit, { '999999999/999999': { requests: 999_999_999, seconds: 999_999 } }],
    ['a number of proxies', proxies, { 1: 1, 9: 9 }],
    ['proxies', proxies, { '10.0.0.0/8 , loopback,::1/128': ['10.0.0.0/8', 'loopback', '::1/128'] }],
    ['a base URL', publicUrl, { 'https://Directory.Example:443/base//': 'https://directory.example/base' }],
    ['origins', origins, { 'https://Hooks.Internal:443/': ['https://hooks.internal'] }],
    ['two origins', origins, { 'http://a:80 , http://[::1]:8080': ['http://a', 'http://[::1]:8080'] }],
  ])('accept %s', (_, parser, cases) => {
    for (const [text, value] of Object.entries(cases)) expect([text, parser.parse(text)]).toEqual([text, value]);
  });

  it.each<[string, Parser<unknown>, string[]]>([
    ['a whole number', wholeNumber(1, 65_535), ['0', '65536', '-1', '1.0', '1e3', ' 1', '0x10', '9'.repeat(30), '']],
    ['one of several words', oneOfWords('auto', 'off'), ['Off', 'of', 'constructor']],
    ['a host', host, ['a b', 'http://x', 'x/y', 'bücher.example']],
    ['a folder', folder, ['a\0b']],
    [
      'a database',
      postgresUrl,
      ['mysql://h/d', 'postgres://', 'postgres:/h', 'h:5432', 'postgres://u:a#b@h/d', 'postgres://u:%e9@h/d'],
    ],
    ['a key of a header', headerKey, ['short', 'x'.repeat(15), `${'x'.repeat(16)} `, `é${'x'.repeat(16)}`]],
    [
      'a key of AES',
      aesKey,
      ['', key.slice(0, -1), key.replaceAll('+', '-'), `${key}\n`, Buffer.alloc(31).toString('base64')],
    ],
    ['a limit of requests', rateLimit, ['0/60', '60/0', '60', '60/60/60', '-1/60', '1.5/60', 'OFF', '1e3/60']],
    // Trusting every proxy would let each client choose its address.
    [
      'proxies',
      proxies,
      ['0', '10', 'true', '*', '', 'loopback,', '10.0.0.0/33', '::1/129', '10.0.0', 'proxy.example'],
    ],
    [
      'a base URL',
      publicUrl,
      [
        'example',
        'ftp://x',
        'https://',
        'https://u:p@x',
        'https://x?a',
        'https://x#a',
        'https://x/"',
        `https://x/${'y'.repeat(200)}`,
      ],
    ],
    [
      'origins',
      origins,
      [
        '',
        'x',
        'x:80',
        '*',
        'https://*',
        'https://',
        'ftp://x',
        'https://u@x',
        'https://x/y',
        'https://x?y',
        'https://x,',
      ],
    ],
  ])('refuse malformed values of %s', (_, parser, texts) => {
    for (const text of texts) expect([text, parser.parse(text)]).toEqual([text, undefined]);
  });
});
