import { describe, expect, it } from 'vitest';
import { parseUrl } from './parse-url.js';

describe('parseUrl', () => {
  it.each([
    ['https://bücher.example/straße', 'https://xn--bcher-kva.example/stra%C3%9Fe'],
    ['HTTPS://A.example:443', 'https://a.example/'],
    ['http://256.256.256.256', undefined],
    ['no link', undefined],
    ['', undefined],
  ])('parses %s as %s', (text, href) => {
    expect(parseUrl(text)?.href).toBe(href);
  });

  it('returns the same result after V8 compiles it', () => {
    const said = new Set(Array.from({ length: 50_000 }, () => parseUrl('https://bücher.example')?.hostname));
    expect([...said]).toEqual(['xn--bcher-kva.example']);
  });
});
