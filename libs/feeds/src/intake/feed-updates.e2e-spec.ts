import { beforeEach, describe, expect, it } from 'vitest';
import { specStore } from '@testing';
import { ADDRESS, freshStore } from '../../../../test/support/feed-texts.js';
import type { FeedReport } from './feed-report.js';
import { LaterEntries } from '../../../../test/feeds/later-entries.js';

const store = specStore();
let entries: LaterEntries;

beforeEach(async () => {
  await freshStore(store.dataSource);
  entries = new LaterEntries(store.dataSource);
});

const take = (...given: Parameters<LaterEntries['take']>) => entries.take(...given);
const line = () => entries.line();

const img = (id: string, url = id) => `<img id="${id}"${url === '' ? '' : ` url="https://x.example/${url}"`}/>`;
const all = (letters: string) => [...letters].map((id) => img(id)).join('');
const pictures = async () => (await line()).images.map(({ id, url }) => `${id}=${url.split('/').at(-1)}`).join(' ');
const removals = ({ problems }: FeedReport) =>
  problems.filter(({ problem }) => problem.includes('removed')).map(({ element, problem }) => `${element}: ${problem}`);

describe('pictures', () => {
  beforeEach(() => take(`${ADDRESS}<images>${all('amb')}</images>`));

  it('stand in the order of the format, the main one first', async () => {
    expect(await pictures()).toBe('m=m a=a b=b');
    await take(`<images>${img('ab')}${img('aa')}${img('z')}${img('c')}</images>`);
    expect(await pictures()).toBe('m=m a=a b=b c=c z=z aa=aa ab=ab');
    expect((await line()).images.map(({ type }) => type)).toEqual(['featured', ...Array<string>(6).fill('img')]);
  });

  it.each([
    ['an id alone', `<objects>${img('a', '')}</objects>`, 'm=m b=b', ['images: 1 removed (a)']],
    ['an id in another case', `<images>${img('A', '')}</images>`, 'm=m b=b', ['images: 1 removed (a)']],
    ['an empty address', '<images><img id="a" url="" format="jpg"/></images>', 'm=m b=b', ['images: 1 removed (a)']],
    ['several ids', `<images>${img('b', '')}${img('m', '')}</images>`, 'a=a', ['images: 2 removed (m, b)']],
    ['an id that is not there', `<images>${img('k', '')}</images>`, 'm=m a=a b=b', []],
    ['an id with content', `<objects>${img('a', 'new')}</objects>`, 'm=m a=new b=b', []],
    ['a new main picture', `<images>${img('m', 'new')}</images>`, 'm=new a=a b=b', []],
    ['a new id', `<images>${img('c')}</images>`, 'm=m a=a b=b c=c', []],
    ['an empty element', '<images/><objects/>', 'm=m a=a b=b', []],
    ['other kinds of file', '<objects><floorplan id="1" url="https://x.example/p"/></objects>', 'm=m a=a b=b', []],
    ['a file without an address', '<objects><img id="a" file="a.jpg"/></objects>', 'm=m a=a b=b', []],
    ['an address that is none', '<objects><img id="a" url="ftp://x.example/a"/></objects>', 'm=m a=a b=b', []],
    [
      'an id with and without content',
      `<images>${img('a', 'new')}</images><objects>${img('a', '')}</objects>`,
      'm=m a=new b=b',
      [],
    ],
  ])('%s', async (_, xml, expected, removed) => {
    expect(removals(await take(xml))).toEqual(removed);
    expect(await pictures()).toBe(expected);
  });

  it('become the slots that are filled, when all slots are sent', async () => {
    const slots = [...'mabcdefghijklnopqrstuvwxyz'].map((id) => img(id, 'bd'.includes(id) ? `new-${id}` : ''));
    expect(removals(await take(`<images>${slots.join('')}</images>`))).toEqual(['images: 2 removed (m, a)']);
    expect(await pictures()).toBe('b=new-b d=new-d');
  });

  it('are the whole list when they have no ids', async () => {
    await take('<images><img url="https://x.example/2"/><img url="https://x.example/1"/></images>');
    expect(await pictures()).toBe('=2 =1');
  });
});

describe('files', () => {
  const FILES = `<objects><floorplan id="1" url="https://x.example/p1"/><floorplan id="2" url="https://x.example/p2"/>
    <document id="1" url="https://x.example/d1" title="Contract"/></objects><media>
    <attachment id="s" usage="statementOfInformation" url="https://x.example/s"/></media>`;
  const files = async () => (await line()).documents.map(({ url }) => url.split('/').at(-1)).join(' ');

  beforeEach(() => take(ADDRESS + FILES));

  it.each([
    ['<objects><floorplan id="1"/></objects>', 'p2 d1 s', ['documents: 1 removed (floorplan 1)']],
    ['<objects><document id="1"/></objects>', 'p1 p2 s', ['documents: 1 removed (1)']],
    ['<media><attachment id="s"/></media>', 'p1 p2 d1', ['documents: 1 removed (attachment s)']],
    ['<objects><document id="2" url="https://x.example/d2"/></objects>', 'p1 p2 d1 d2 s', []],
    ['<objects><document id="1" url="https://x.example/new"/></objects>', 'p1 p2 new s', []],
    ['<objects><img id="a" url="https://x.example/a"/></objects>', 'p1 p2 d1 s', []],
    ['<objects/><media/>', 'p1 p2 d1', ['documents: 1 removed (attachment s)']],
    [
      '<objects><floorplan url="https://x.example/p3"/></objects>',
      'p3 d1 s',
      ['documents: 2 removed (floorplan 1, floorplan 2)'],
    ],
  ])('%s leaves %s', async (xml, expected, removed) => {
    expect(removals(await take(xml))).toEqual(removed);
    expect(await files()).toBe(expected);
  });
});

describe('texts', () => {
  const categories = (...names: string[]) =>
    names.map((name, at) => `<commercialCategory id="${at + 1}" name="${name}"/>`).join('');
  const change = (xml: string) => take(xml, 'current', 'commercial');

  beforeEach(() =>
    change(`${ADDRESS}${categories('Retail', 'Offices', 'Hotel/Leisure')}<highlight id="1">One</highlight>
      <highlight id="2">Two</highlight><highlight id="3">Three</highlight><externalLink href="https://x.example/1"/>
      <externalLink href="https://x.example/2"/><videoLink href="https://x.example/v"/>`),
  );

  it.each([
    ['<commercialCategory name="Medical/Consulting"/>', ['Medical/Consulting', 'Offices', 'Hotel/Leisure']],
    ['<commercialCategory id="2"/>', ['Retail', 'Hotel/Leisure']],
    ['<commercialCategory id="2" name="Land/Development"/>', ['Retail', 'Land/Development', 'Hotel/Leisure']],
    ['<commercialCategory name="Offices"/><commercialCategory name="Retail"/>', ['Offices', 'Retail']],
    ['<commercialCategory/>', ['Retail', 'Offices', 'Hotel/Leisure']],
  ])('commercial categories after %s are %j', async (xml, expected) => {
    await change(xml);
    expect((await line()).commercialCategory).toEqual(expected);
  });

  it('keep their ids when another one is removed', async () => {
    expect(removals(await change('<highlight id="2"/>'))).toEqual(['highlights: 1 removed (2)']);
    expect((await line()).details?.highlights).toEqual(['One', 'Three']);
    await change('<highlight id="3">Last</highlight>');
    expect((await line()).details?.highlights).toEqual(['One', 'Last']);
    await change('<highlight id="2">Second</highlight>');
    expect((await line()).details?.highlights).toEqual(['One', 'Second', 'Last']);
    await change('<highlight id="1"/><highlight id="2"/><highlight id="3"/>');
    expect((await line()).details?.highlights).toBeUndefined();
  });

  it('are whole lists of links, unless the links have ids', async () => {
    expect(removals(await change('<externalLink href="https://x.example/2"/>'))).toEqual([
      'externalLinks: 1 removed (https://x.example/1)',
    ]);
    await change('<externalLink id="2" href="https://x.example/3"/><videoLink id="1"/>');
    expect(await line()).toMatchObject({
      externalLinks: ['https://x.example/2', 'https://x.example/3'],
      videoLinks: [],
    });
    await change('<externalLink href=""/>');
    expect((await line()).externalLinks).toEqual([]);
  });

  it('are categories of a business with their sub-categories', async () => {
    const sub = (name: string) => `<businessSubCategory><name>${name}</name></businessSubCategory>`;
    const category = (id: number, name: string, ...subs: string[]) =>
      `<businessCategory id="${id}"><name>${name}</name>${subs.map(sub).join('')}</businessCategory>`;
    const both = category(1, 'Retail', 'Books', 'Toys') + category(2, 'Rural', 'Farm');
    await take(both, 'current', 'business');
    await take(category(1, 'Services', 'Repairs'), 'current', 'business');
    expect(await line()).toMatchObject({
      businessCategory: ['Services', 'Rural'],
      details: {
        businessSubCategory: [
          { category: 'Services', name: 'Repairs' },
          { category: 'Rural', name: 'Farm' },
        ],
      },
    });
    await take('<businessCategory id="2"/>', 'current', 'business');
    expect((await line()).businessCategory).toEqual(['Services']);
    expect((await line()).details?.businessSubCategory).toEqual([{ category: 'Services', name: 'Repairs' }]);
  });
});
