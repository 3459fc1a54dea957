import { AccountLine } from '@app/accounts';
import { AgentLine } from '@app/agents';
import { validate, fieldsOf, type Class } from '@app/schema';
import { ListingLine } from '@app/listings';
import { describe, expect, it } from 'vitest';

/** The names of the fields that websites turn into links and pictures. */
const LINK = /link|url|logo|favicon|image|video|tour|cdn|network|integrations|socialMedia|partner|documents/i;

/** Fields made from other lines; values in the line itself are ignored. */
const MADE = /^(website|slug|link|listingsStats|agents\.(_id|name|telephone|email|profileImage|profileLink))$/;

const NO_LINKS = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://https://x.example/%0aalert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  '//x.example',
  'https:x',
  'https://x.example/a\nb',
];

interface Leaf {
  readonly path: string;
  readonly with: (value: unknown) => object;
}

/** Every text or list of texts in a class, at any depth, and a body that contains only that text. */
function leavesOf(type: Class, prefix = '', wrap = (inner: object) => inner): Leaf[] {
  return fieldsOf(type).flatMap(({ name, kind, of, many }): Leaf[] => {
    const path = prefix + name;
    const put = (value: unknown) => wrap({ [name]: value });
    if (of) return leavesOf(of(), `${path}.`, (inner) => put(many ? [inner] : inner));
    return [{ path, with: (value) => put(Array.isArray(kind?.empty) ? [value] : value) }];
  });
}

/** Whether the field itself is invalid, whatever else is missing. */
const refuses = (type: Class, { path, with: said }: Leaf, value: string): boolean =>
  validate(type, said(value)).some(({ field }) => field.replace(/\[\d+\]/g, '') === path);

describe.each<[string, Class]>([
  ['an account', AccountLine],
  ['an agent', AgentLine],
  ['a listing', ListingLine],
])('every link of %s is http or https, or absent', (name, type) => {
  const links = leavesOf(type).filter(({ path }) => LINK.test(path) && !(name !== 'an account' && MADE.test(path)));
  const ofTexts = links.filter((leaf) => !refuses(type, leaf, 'https://x.example/{{suburb}}?q=a b#c'));

  it('in every field named as a link', () => {
    // Titles, ids and other fields beside a link may have any value.
    const taking = ofTexts.filter((leaf) => NO_LINKS.some((link) => !refuses(type, leaf, link)));
    expect(
      taking.map(({ path }) => path).filter((path) => !/(\.id|\.title|\.type|\.name|\.trigger)$/.test(path)),
    ).toEqual([]);
    expect(ofTexts.length).toBeGreaterThan(5);
  });
});
