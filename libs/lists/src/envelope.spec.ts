import { describe, expect, it } from 'vitest';
import { accountsEnvelope, namesEnvelope, pageEnvelope, pageLinks } from './envelope.js';

const pageOf = (page: number, limit: number, total: number, items: string[] = []) => ({
  page,
  limit,
  total,
  items,
});

describe('envelopes (D7)', () => {
  it.each([
    [pageOf(1, 20, 0), { total: 0, hasNext: false, totalPage: 0, data: [] }],
    [pageOf(1, 2, 3, ['1', '{"a":2}']), { total: 3, hasNext: true, totalPage: 2, data: [1, { a: 2 }] }],
    [pageOf(1, 3, 3, ['"é"', '"🏡"', '"ü"']), { total: 3, hasNext: false, totalPage: 1, data: ['é', '🏡', 'ü'] }],
    [pageOf(2, 2, 3, ['3']), { total: 3, hasNext: false, totalPage: 2, data: [3] }],
    [pageOf(9, 2, 4), { total: 4, hasNext: false, totalPage: 2, data: [] }],
  ])('%j', (page, expected) => {
    const { hasNext: _, ...ofAccounts } = expected;
    const parsed = (envelope: string): unknown => JSON.parse(envelope);
    expect(parsed(pageEnvelope(page))).toEqual(expected);
    expect(parsed(accountsEnvelope(page))).toEqual(ofAccounts);
    expect(parsed(namesEnvelope(page))).toEqual({ success: true, data: expected.data });
  });
});

describe('pageLinks (RFC 8288)', () => {
  it.each([
    [pageOf(1, 2, 0), '/x', '</x?page=1>; rel="first", </x?page=1>; rel="last"'],
    [pageOf(1, 2, 3), '/x?page=1', '</x?page=1>; rel="first", </x?page=2>; rel="next", </x?page=2>; rel="last"'],
    [pageOf(9, 2, 3), '/x', '</x?page=1>; rel="first", </x?page=2>; rel="prev", </x?page=2>; rel="last"'],
    [pageOf(1, 2, 1), '/x?a=1?b&c', '</x?a=1%3Fb&c=&page=1>; rel="first", </x?a=1%3Fb&c=&page=1>; rel="last"'],
    [
      pageOf(1, 2, 1),
      '/x?a=">;é',
      '</x?a=%22%3E%3B%C3%A9&page=1>; rel="first", </x?a=%22%3E%3B%C3%A9&page=1>; rel="last"',
    ],
  ])('%j of %s', (page, url, links) => {
    expect(pageLinks(page, url)).toBe(links);
  });
});
