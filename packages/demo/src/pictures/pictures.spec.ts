import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { appearanceOf } from '../agencies/appearance.js';
import appearances from '../data/appearances.json' with { type: 'json' };
import names from '../data/names.json' with { type: 'json' };
import { drawPicture } from './draw-picture.js';
import { pictureAt, picturePath } from './picture-path.js';
import { PICTURE_KINDS } from './picture.js';

const palette = { primary: '#0b3954', secondary: '#bfd7ea', tertiary: '#ff6663' };
const MOST_BYTES = 9_000;
const VARIANTS = 60;
/** The longest texts of each kind: six bedrooms, wide letters. */
const detailOf = (kind: string): string =>
  kind === 'plan' ? '6' : "Wagga & O'Wwwww Wwwwww Real Estate Agents of Wwwwwwwwww";

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
    const picture = { kind, variant: 12, detail: "O'Harbour & Co. 2-3", palette };
    const [, ...parts] = picturePath(picture).split('/').map(decodeURIComponent);
    expect(pictureAt(...(parts as [string, string, string, string]))).toEqual({ picture, isPresent: true });
  });
});

it('a logo has the name of the agency as text', () => {
  for (const name of ['Harbourstone Homes', 'Archer & Merrick', 'Meridian']) {
    const svg = drawPicture({ kind: 'logo', variant: 3, detail: name, palette });
    const texts = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
    expect(texts.slice(1).join(' ').replace('&amp;', '&')).toBe(name);
  }
});

describe('portraits', () => {
  it.each([
    ['James', 'Popov', 'ma'],
    ['Brooke', 'Reid', 'fa'],
    ['Aisha', 'Nguyen', 'fe'],
    ['Arjun', 'Brady', 'ms'],
    ['Riley', 'Okafor', 'nk'],
  ])('of %s %s follow the name', (firstname, lastname, appearance) => {
    expect(appearanceOf({ firstname, lastname })).toBe(appearance);
  });

  it('the lists have only names of the demo', () => {
    const { men, either, regionsOfFirstNames, regionsOfSurnames } = appearances;
    const first = [men, either, ...Object.values(regionsOfFirstNames)].flatMap((list) => list.split(' '));
    const last = Object.values(regionsOfSurnames).flatMap((list) => list.split(' '));
    expect(first.filter((name) => !names.firstNames.includes(name))).toEqual([]);
    expect(last.filter((name) => !names.surnames.includes(name))).toEqual([]);
    expect(men.split(' ').filter((name) => either.split(' ').includes(name))).toEqual([]);
  });

  it('of women have no beard', () => {
    const BEARD = /M77 112Q80 166|M100 130Q120 120|M77 116Q82 162/;
    const bearded = (detail: string) =>
      Array.from({ length: 200 }, (_, variant) => drawPicture({ kind: 'portrait', variant, detail, palette })).filter(
        (svg) => BEARD.test(svg),
      ).length;
    expect(bearded('fa') + bearded('fm')).toBe(0);
    expect(bearded('ma')).toBeGreaterThan(40);
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
    [kind, `${'w'.repeat(61)}-1`, colours, file],
    [kind, 'a/b-1', colours, file],
    [kind, which, 'red-green-blue', file],
    [kind, which, `${colours}-000000`, file],
    [kind, which, colours.toUpperCase(), file],
    [kind, which, colours, '0.svg'],
    [kind, which, colours, file.replace('svg', 'png')],
  ])('is not found if it cannot be drawn: %s/%s/%s/%s', (...parts) => {
    expect(pictureAt(...parts)).toBeUndefined();
  });
});
