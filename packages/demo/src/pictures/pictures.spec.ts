import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { drawPicture } from './draw-picture.js';
import { pictureAt, picturePath } from './picture-path.js';
import { PICTURE_KINDS } from './picture.js';

const palette = { primary: '#0b3954', secondary: '#bfd7ea', tertiary: '#ff6663' };
const MOST_BYTES = 6_000;
const VARIANTS = 60;
/** The longest texts of each kind: six bedrooms, wide letters. */
const detailOf = (kind: string): string => (kind === 'plan' ? '6' : 'WWW');

/** The root element. @throws Error if the text is not well-formed */
function rootOf(svg: string) {
  const parser = new SaxesParser();
  const roots: { readonly name: string; readonly attributes: object }[] = [];
  parser.on('opentag', (tag) => roots.push(tag));
  parser.write(svg).close();
  return roots[0];
}

describe.each(PICTURE_KINDS)('pictures of the kind %s', (kind) => {
  const drawn = Array.from({ length: VARIANTS }, (_, variant) =>
    drawPicture({ kind, variant, detail: detailOf(kind), palette }),
  );

  it('are small, valid, titled and self-contained', () => {
    for (const svg of drawn) {
      expect(Buffer.byteLength(svg)).toBeLessThan(MOST_BYTES);
      expect(rootOf(svg)).toMatchObject({
        name: 'svg',
        attributes: { role: 'img', xmlns: 'http://www.w3.org/2000/svg' },
      });
      expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"[^>]*><title>[A-Z][^<]+<\/title>/);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<script|href|url\((?!#s\))/);
    }
  });

  it('differ, and are reproducible', () => {
    expect(new Set(drawn).size).toBeGreaterThan(/logo|icon/.test(kind) ? 3 : VARIANTS / 2);
    expect(drawPicture({ kind, variant: 7, detail: detailOf(kind), palette })).toBe(drawn[7]);
  });

  it('use the colours of the account', () => {
    const other = { primary: '#14213d', secondary: '#e5e5e5', tertiary: '#fca311' };
    expect(drawPicture({ kind, variant: 7, detail: detailOf(kind), palette: other })).not.toBe(drawn[7]);
  });

  it('are found by their paths', () => {
    const picture = { kind, variant: 12, detail: 'hp', palette };
    const [, ...parts] = picturePath(picture).split('/');
    expect(pictureAt(...(parts as [string, string, string, string]))).toEqual({ picture, isPresent: true });
  });
});

describe('the path of a picture', () => {
  const [, kind = '', which = '', colours = '', file = ''] = picturePath({ kind: 'house', variant: 1, palette }).split(
    '/',
  );

  it('of a former drawing is recognized', () => {
    expect(pictureAt(kind, which, colours, '00000000.svg')).toMatchObject({ isPresent: false });
  });

  it.each([
    ['palace', which, colours, file],
    ['constructor', which, colours, file],
    [kind, '-1', colours, file],
    [kind, '1234567890', colours, file],
    [kind, '<b>-1', colours, file],
    [kind, 'wwwww-1', colours, file],
    [kind, which, 'red-green-blue', file],
    [kind, which, `${colours}-000000`, file],
    [kind, which, colours.toUpperCase(), file],
    [kind, which, colours, '0.svg'],
    [kind, which, colours, file.replace('svg', 'png')],
  ])('is not found if it cannot be drawn: %s/%s/%s/%s', (...parts) => {
    expect(pictureAt(...parts)).toBeUndefined();
  });
});
