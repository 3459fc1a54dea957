import { describe, expect, it } from 'vitest';
import { deletedMeanwhile } from '@testing';
import { entryOf } from '../reaxml/reading.support.js';
import { ADDRESS, countsOf, events, feedOf, feedStore, importFeedText, storedLine } from './feed.support.js';

const store = feedStore();

const at = (time: string, status = 'current') => `modTime="${time}" status="${status}"`;
const entry = (id: string, inner: string, attributes = at('2009-01-01-12:30:00')) =>
  entryOf(inner, 'residential', attributes).replace('<uniqueID>1<', `<uniqueID>${id}<`);
const take = (...entries: string[]) => importFeedText(store.dataSource, feedOf(...entries));
const line = (id = '1') => storedLine(store.dataSource, id);
const kinds = async () => (await events(store.dataSource)).map(({ kind }) => kind);

describe('FeedImporter', () => {
  it('makes a listing with the suburb of the reference: its spelling, its centre, its time', async () => {
    const report = await take(entry('1', `${ADDRESS}<price>500000</price><auction date="2009-02-04-18:30"/>`));
    expect(report).toMatchObject({ created: 1, rejected: 0, fatal: null, problems: [] });
    expect(await line()).toMatchObject({
      modtime: '2009-01-01T01:30:00.000Z',
      auctionDetails: { date: '2009-02-04T07:30:00.000Z' },
      address: {
        suburb: 'Richmond',
        state: 'VIC',
        fullAddress: '39 Main Road, Richmond VIC 3121',
        latitude: '-37.82',
        longitude: '145',
        country: 'Australia',
      },
    });
  });

  it('creates a listing that is deleted meanwhile anew, and its property, under new ids', async () => {
    await take(entry('1', ADDRESS));
    const before = await line();
    const later = at('2009-01-02-12:30:00');
    const report = await deletedMeanwhile(store.dataSource, Number(before?.id), () => take(entry('1', '', later)));
    expect(countsOf(report)).toEqual({ created: 1 });
    const after = await line();
    const idsOf = (one: typeof before) => [one?.id, one?._id, one?.propertyID, one?.address._id];
    expect(after?.address.street).toBe(before?.address.street);
    for (const [index, id] of idsOf(after).entries()) expect(id).not.toBe(idsOf(before)[index]);
  });

  it('keeps a suburb that the reference does not know, and says so', async () => {
    const { problems, created } = await take(entry('1', ADDRESS.replace('RICHMOND', 'Nowhere')));
    expect(created).toBe(1);
    const problem = '"Nowhere VIC 3121" is not in the reference';
    const done = 'kept, without a region';
    expect(problems).toEqual([
      {
        file: 'feed.xml',
        line: 2,
        column: 237,
        entry: 1,
        uniqueID: '1',
        element: 'suburb',
        problem,
        done,
        outcome: 'created',
      },
    ]);
  });

  it('reads local times by the place, also of one that the reference does not know', async () => {
    const place = '<suburb>BROKEN HILL</suburb><state>NSW</state><postcode>2880</postcode>';
    const address = `<address><street>Argent Street</street>${place}</address>`;
    await take(entry('1', `${address}<auction date="2009-02-04-18:30"/>`));
    expect(await line()).toMatchObject({ auctionDetails: { date: '2009-02-04T08:00:00.000Z' } });
  });

  it('changes only what a partial entry mentions, and nothing by an older one', async () => {
    await take(entry('1', `${ADDRESS}<headline>First</headline>`));
    expect(countsOf(await take(entry('1', '<headline>Old</headline>', at('2008-01-01'))))).toEqual({ stale: 1 });
    const sold = entry('1', '<soldDetails><price>580000</price></soldDetails>', at('2009-03-01', 'sold'));
    expect(countsOf(await take(sold))).toEqual({ updated: 1 });
    expect(await line()).toMatchObject({ headline: 'First', status: 'sold', soldDetails: { price: 580_000 } });
    expect(countsOf(await take(sold))).toEqual({ unchanged: 1 });
    expect(await events(store.dataSource)).toMatchObject([
      { kind: 'created', before: null, after: { status: 'current' } },
      { kind: 'status', before: { status: 'current' }, after: { status: 'sold' } },
      { kind: 'price', before: { soldDetails: null }, after: { soldDetails: { price: 580_000 } } },
    ]);
  });

  it('tells images and content apart', async () => {
    await take(entry('1', ADDRESS));
    const images = '<images><img id="m" url="https://x.example/m.jpg"/></images><headline>New</headline>';
    await take(entry('1', images, at('2009-02-01')));
    expect(await events(store.dataSource)).toMatchObject([
      { kind: 'created' },
      { kind: 'images', before: { images: [] }, after: { images: [{ url: 'https://x.example/m.jpg' }] } },
      { kind: 'content', before: { headline: '' }, after: { headline: 'New' } },
    ]);
  });

  it('removes what is deleted, with its property; what is older does not bring it back', async () => {
    await take(entry('1', ADDRESS));
    const gone = entry('1', '', at('2009-02-01', 'deleted'));
    expect(countsOf(await take(entry('1', '', at('2008-01-01', 'deleted'))))).toEqual({ stale: 1 });
    expect(countsOf(await take(gone, entry('1', ADDRESS)))).toEqual({ deleted: 1, stale: 1 });
    expect(await line()).toBeUndefined();
    expect(await store.dataSource.query<object[]>('SELECT FROM properties')).toEqual([]);
    expect(countsOf(await take(gone))).toEqual({ unchanged: 1 });
    expect(await kinds()).toEqual(['created', 'deleted']);
  });

  it('lets the later modTime of two entries win, however they are ordered', async () => {
    const late = entry('1', `${ADDRESS}<headline>Late</headline>`, at('2009-02-02'));
    const early = entry('1', `${ADDRESS}<headline>Early</headline>`, at('2009-02-01'));
    await take(late, early);
    expect(await line()).toMatchObject({ headline: 'Late' });
    await take(early.replaceAll('>1<', '>2<'), late.replaceAll('>1<', '>2<'));
    expect(await line('2')).toMatchObject({ headline: 'Late' });
  });

  it('knows agents by e-mail and name, else by name, and makes those that are new', async () => {
    const agent = (name: string, email = '') =>
      `<listingAgent><name>${name}</name><telephone type="BH">03 9000 0001</telephone><email>${email}</email></listingAgent>`;
    await take(entry('1', ADDRESS + agent('Mr. John Doe', 'john@x.example') + agent('Jane Roe', 'office@x.example')));
    await take(
      entry('2', ADDRESS + agent('JOHN DOE', 'JOHN@x.example') + agent('jane roe')),
      entry('3', ADDRESS + agent('Jim Poe', 'office@x.example') + agent('Jane Roe', 'office@x.example')),
    );
    expect((await line('2'))?.agents).toEqual((await line('1'))?.agents);
    expect(await line('3')).toMatchObject({ agents: [{ id: 3 }, { id: 2 }] });
    const names = await store.dataSource.query<object[]>('SELECT name, website_id FROM agents ORDER BY id');
    expect(names).toEqual(['John Doe', 'Jane Roe', 'Jim Poe'].map((name) => ({ name, website_id: 12 })));
  });

  it('rejects an unknown status or an entry without ids alone', async () => {
    const report = await take(
      entry('1', ADDRESS),
      entry('2', '', at('2009-01-01', 'gone')),
      entry('', ''),
      entry('4', ADDRESS),
    );
    expect(countsOf(report)).toEqual({ created: 2, rejected: 2 });
    expect(report.problems.filter(({ outcome }) => outcome === 'rejected')).toHaveLength(2);
  });

  it('leaves the listing of another account that has the same ids alone', async () => {
    await importFeedText(store.dataSource, feedOf(entry('1', `${ADDRESS}<headline>Theirs</headline>`)), 13);
    await take(entry('1', `${ADDRESS}<headline>Ours</headline>`, at('2010-01-01')));
    expect(await storedLine(store.dataSource, '1', 'XNWXNW', 13)).toMatchObject({ headline: 'Theirs' });
    expect(await line()).toMatchObject({ headline: 'Ours' });
  });

  it('knows an office whatever the case of its agentID, and spells it as it came first', async () => {
    const other = (xml: string) => xml.replace('XNWXNW', 'xnwXnw');
    await take(entry('1', ADDRESS));
    expect(countsOf(await take(other(entry('1', '<headline>New</headline>', at('2009-02-01')))))).toEqual({
      updated: 1,
    });
    expect(await line()).toMatchObject({ agentID: 'XNWXNW', headline: 'New' });
    const gone = other(entry('1', '', at('2009-03-01', 'deleted')));
    expect(countsOf(await take(gone))).toEqual({ deleted: 1 });
    expect(countsOf(await take(entry('1', ADDRESS, at('2009-02-02'))))).toEqual({ stale: 1 });
    const both = [entry('1', '', at('2009-04-01')), other(entry('1', ADDRESS, at('2009-04-02')))];
    expect(countsOf(await take(...both))).toEqual({ held: 1, created: 1 });
    expect(await store.dataSource.query('SELECT agent_id FROM listings')).toEqual([{ agent_id: 'XNWXNW' }]);
    for (const table of ['held_listings', 'deleted_listings'])
      expect(await store.dataSource.query<object[]>(`SELECT FROM ${table}`)).toEqual([]);
  });

  it.each(['nothing', '<html/>', feedOf(entry('1', ADDRESS)).slice(0, -20)])('rejects whole: %j', async (xml) => {
    const report = await importFeedText(store.dataSource, xml);
    expect(report).toMatchObject({ created: 0, fatal: expect.stringMatching(/./) });
    expect(await line()).toBeUndefined();
  });

  it('wants an account', async () => {
    await expect(importFeedText(store.dataSource, feedOf(), 99)).rejects.toThrow('There is no account 99');
  });
});
