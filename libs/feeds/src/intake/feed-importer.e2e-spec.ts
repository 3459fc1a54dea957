import { describe, expect, it } from 'vitest';
import { deletedMeanwhile } from '@testing';
import { entryOf } from '../../../../test/support/feed-entries.js';
import {
  ADDRESS,
  countsOf,
  events,
  feedOf,
  feedStore,
  importFeedText,
  storedLine,
} from '../../../../test/support/feed-texts.js';

const store = feedStore();

const at = (time: string, status = 'current') => `modTime="${time}" status="${status}"`;
const entry = (id: string, inner: string, attributes = at('2009-01-01-12:30:00')) =>
  entryOf(inner, 'residential', attributes).replace('<uniqueID>1<', `<uniqueID>${id}<`);
const take = (...entries: string[]) => importFeedText(store.dataSource, feedOf(...entries));
const line = (id = '1') => storedLine(store.dataSource, id);

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
    expect(countsOf(await take(other(entry('1', ADDRESS, at('2009-04-02')))))).toEqual({ created: 1 });
    expect(await store.dataSource.query('SELECT agent_id FROM listings')).toEqual([{ agent_id: 'xnwXnw' }]);
    expect(await store.dataSource.query<object[]>('SELECT FROM deleted_listings')).toEqual([]);
  });

  it('holds no two listings whose agentIDs differ in case alone', async () => {
    await take(entry('1', ADDRESS), entry('1', ADDRESS).replace('XNWXNW', 'OTHER'));
    const twin = store.dataSource.query(`UPDATE listings SET agent_id = 'xnwxnw' WHERE agent_id = 'OTHER'`);
    await expect(twin).rejects.toThrow('listings_website_id_agent_id_unique_id_key');
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
