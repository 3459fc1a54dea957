import type { DataSource } from 'typeorm';
import { expect } from 'vitest';
import { countsOf, importFeedText } from '../../support/feed-texts.js';

/** A summary of all stored listings. */
async function storedListings(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<Record<string, string>[]>(
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

/** Imports feeds in order, twice, and returns the result of the first import. */
export async function importTwice(dataSource: DataSource, ...feeds: readonly (string | Uint8Array)[]) {
  const counts: object[] = [];
  const problems: string[] = [];
  for (const feed of feeds) {
    const report = await importFeedText(dataSource, feed);
    counts.push(countsOf(report));
    for (const { uniqueID, element, problem, done } of report.problems)
      problems.push([uniqueID, element, problem, done].join(': '));
    if (report.fatal) problems.push(report.fatal);
  }
  const listings = await storedListings(dataSource);
  // Again in the same order, with the same result.
  for (const feed of feeds) await importFeedText(dataSource, feed);
  expect(await storedListings(dataSource)).toEqual(listings);
  return { counts, problems, listings };
}
