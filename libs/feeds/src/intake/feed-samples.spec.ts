import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStore, type TestStore } from '../../../../test/support/store.js';
import { hasSamples, sample } from '../reaxml/reading.support.js';
import { countsOf, freshStore, takeIn } from './feed.support.js';

let store: TestStore;

beforeAll(async () => {
  store = await createStore();
});

afterAll(() => store.drop());

beforeEach(() => freshStore(store.dataSource));

/** What is stored of all listings, in short. */
async function stored(): Promise<string[]> {
  const rows = await store.dataSource.query<Record<string, string>[]>(
    `SELECT unique_id, listing_type, listing.status, coalesce(value, rent) AS amount, sold_price AS sold, modtime,
       suburb.name AS suburb, suburb.gazetted, json_array_length(('{' || document.document || '}')::json->'images') AS images,
       (SELECT count(*) FROM listing_inspections WHERE listing_id = listing.id) AS inspections,
       (SELECT string_agg(agent.name, '+' ORDER BY position) FROM listing_agents link
         JOIN agents agent ON agent.id = link.agent_id WHERE link.listing_id = listing.id) AS agents
     FROM listings listing JOIN listing_documents document ON document.listing_id = listing.id
     LEFT JOIN suburbs suburb ON suburb.id = listing.suburb_id ORDER BY listing.id`,
  );
  return rows.map((row) => {
    const { unique_id, listing_type, status, amount, sold, modtime, suburb, gazetted, images, inspections, agents } =
      row;
    const where = suburb ? `${suburb}${gazetted ? '' : ' (unknown)'}` : '-';
    const dated = new Date(modtime ?? '').toISOString();
    const parts = [
      unique_id,
      listing_type,
      status,
      amount ?? '-',
      sold ?? '-',
      dated,
      where,
      images,
      inspections,
      agents,
    ];
    return parts.map((part) => part ?? '-').join(' | ');
  });
}

async function endState(...names: string[]) {
  const counts: object[] = [];
  const problems: string[] = [];
  for (const name of names) {
    const report = await takeIn(store.dataSource, sample(name));
    counts.push(countsOf(report));
    for (const { uniqueID, element, problem, done } of report.problems)
      problems.push([uniqueID, element, problem, done].join(': '));
    if (report.fatal) problems.push(report.fatal);
  }
  const listings = await stored();
  // Again, in the same order: the end is the same.
  for (const name of names) await takeIn(store.dataSource, sample(name));
  expect(await stored()).toEqual(listings);
  return { counts, problems, listings };
}

describe.skipIf(!hasSamples)('the samples', () => {
  it('AllTypes', async () => {
    expect(await endState('AllTypes')).toMatchInlineSnapshot();
  });

  it('BadContent', async () => {
    expect(await endState('BadContent')).toMatchInlineSnapshot();
  });

  it('InvalidCharacter', async () => {
    expect(await endState('InvalidCharacter')).toMatchInlineSnapshot();
  });

  it('Land-Current, then Land-Sold', async () => {
    expect(await endState('Land-Current', 'Land-Sold')).toMatchInlineSnapshot();
  });

  it('Land-Current, then Land-Withdrawn', async () => {
    expect(await endState('Land-Current', 'Land-Withdrawn')).toMatchInlineSnapshot();
  });

  it('Rental-Current, then Rental-Leased', async () => {
    expect(await endState('Rental-Current', 'Rental-Leased')).toMatchInlineSnapshot();
  });

  it('Residential-Current-BedroomIsStudio', async () => {
    expect(await endState('Residential-Current-BedroomIsStudio')).toMatchInlineSnapshot();
  });

  it('Residential-Current-Minimum', async () => {
    expect(await endState('Residential-Current-Minimum')).toMatchInlineSnapshot();
  });

  it('Residential-Current-WithBadInspectionTime', async () => {
    expect(await endState('Residential-Current-WithBadInspectionTime')).toMatchInlineSnapshot();
  });

  it('Residential-Current-WithDateTimeHack1', async () => {
    expect(await endState('Residential-Current-WithDateTimeHack1')).toMatchInlineSnapshot();
  });

  it('Residential-Current-WithDuplicateAgents', async () => {
    expect(await endState('Residential-Current-WithDuplicateAgents')).toMatchInlineSnapshot();
  });

  it('Residential-Current-WithPriceAndDisplayNoAndAPriceView', async () => {
    expect(await endState('Residential-Current-WithPriceAndDisplayNoAndAPriceView')).toMatchInlineSnapshot();
  });

  it('Residential-Current, then Residential-Deleted', async () => {
    expect(await endState('Residential-Current', 'Residential-Deleted')).toMatchInlineSnapshot();
  });

  it('Residential-Current, then Residential-Sold', async () => {
    expect(await endState('Residential-Current', 'Residential-Sold')).toMatchInlineSnapshot();
  });

  it('Residential-CurrentWith-AddressDisplayNo', async () => {
    expect(await endState('Residential-CurrentWith-AddressDisplayNo')).toMatchInlineSnapshot();
  });

  it('Rural-Current, then Rural-Sold', async () => {
    expect(await endState('Rural-Current', 'Rural-Sold')).toMatchInlineSnapshot();
  });

  it('Segment-Residential-Current', async () => {
    expect(await endState('Segment-Residential-Current')).toMatchInlineSnapshot();
  });
});
