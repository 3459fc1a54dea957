import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedSource } from '@app/bundles';
import { findListingLines, type ListingLine } from '@app/listings';
import { SqlExecutor } from '@app/sql';
import type { DataSource } from 'typeorm';
import { beforeEach } from 'vitest';
import { emptyTables, servicesOn, specStore, suburbLine, type TestStore } from '@testing';
import type { FeedOptions } from '../../libs/feeds/src/intake/feed-importer.js';
import { FEED_OUTCOMES, type FeedReport } from '../../libs/feeds/src/intake/feed-report.js';

export const feedAccount = (websiteID: number) => ({
  websiteID,
  name: `Agency ${websiteID}`,
  link: `https://${websiteID}.example`,
});

const SUBURBS = [
  suburbLine('Richmond VIC 3121', { latitude: '-37.82', longitude: '145', timeZone: 'Australia/Melbourne' }),
  suburbLine('Perth WA 6000', { timeZone: 'Australia/Perth' }),
];

/** Empties the database, except for two suburbs and the accounts 12 and 13. */
export async function freshStore(dataSource: DataSource): Promise<void> {
  await emptyTables(dataSource);
  await servicesOn(dataSource).importer.import([
    generatedSource('suburbs', SUBURBS),
    generatedSource('accounts', [12, 13].map(feedAccount)),
  ]);
}

/** The store of a spec file, emptied before each test. */
export function feedStore(): TestStore {
  const store = specStore();
  beforeEach(() => freshStore(store.dataSource));
  return store;
}

/** An address as REAXML. */
export const ADDRESS = `<address><streetNumber>39</streetNumber><street>Main Road</street><suburb>RICHMOND</suburb>
  <state>vic</state><postcode>3121</postcode></address>`;

/** Wraps listing elements into a REAXML document. */
export const feedOf = (...entries: string[]): string =>
  `<?xml version="1.0"?>\n<propertyList date="2009-01-01" username="u" password="secret">${entries.join('\n')}</propertyList>`;

/** Imports a text as a feed of account 12. */
export async function importFeedText(
  dataSource: DataSource,
  xml: string | Uint8Array,
  websiteID: number | null = 12,
  options: FeedOptions = {},
): Promise<FeedReport> {
  const folder = await mkdtemp(join(tmpdir(), 'feed-'));
  try {
    await writeFile(join(folder, 'feed.xml'), xml);
    return await servicesOn(dataSource).feeds.import(join(folder, 'feed.xml'), websiteID, options);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The counts of a report, without zeros. */
export const countsOf = (report: FeedReport) =>
  Object.fromEntries(
    FEED_OUTCOMES.filter((outcome) => report[outcome] > 0).map((outcome) => [outcome, report[outcome]]),
  );

/** A stored listing line of account 12. */
export async function storedLine(
  dataSource: DataSource,
  uniqueID: string,
  agentID = 'XNWXNW',
  websiteID = 12,
): Promise<ListingLine | undefined> {
  const lines = await findListingLines(SqlExecutor.of(dataSource), [{ websiteID, agentID, uniqueID }]);
  return [...lines.values()][0];
}

/** The changes of listings in the change log, in order. */
export const events = (dataSource: DataSource) =>
  dataSource.query<{ listing_id: number; kind: string; before: object | null; after: object | null }[]>(
    `SELECT resource_id AS listing_id, kind, before, after FROM changes WHERE resource = 'listing' AND kind <> 'truncated' ORDER BY id`,
  );
