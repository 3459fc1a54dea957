import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readLines, writeLines } from '@app/bundles';
import { listingLines, type ListingLineRow } from '@app/listings';
import { sql, SqlExecutor, type Sql } from '@app/sql';
import type { DataSource } from 'typeorm';
import { withStore } from '../directory/make-directory.js';
import { LINES } from '../places.js';
import type { Progress } from '../progress.js';

/** Files of bundle lines that are in the directory, to make changes of. */
export interface LineFiles {
  readonly listings: string;
  readonly agents: string;
  readonly accounts: string;
}

/** How many agents and accounts change, again and again. */
const SOME = 200;

interface OwnRow {
  readonly record: Readonly<Record<string, unknown>>;
  readonly own: Readonly<Record<string, unknown>>;
}

/** The keys stay as they are where a line has none. */
const ownLine = ({ record, own }: OwnRow): string => JSON.stringify({ ...record, ...own });

/**
 * Lines of a directory, spread over all of it: so many listings, and some agents and accounts.
 *
 * @param name of the folder; another one when the directory is another
 */
export async function linesOfDirectory(
  url: string,
  name: string,
  listings: number,
  progress: Progress,
  signal: AbortSignal,
): Promise<LineFiles> {
  const folder = join(LINES, `${name}-${listings}`);
  const at = (root: string): LineFiles => ({
    listings: join(root, 'listings.ndjson'),
    agents: join(root, 'agents.ndjson'),
    accounts: join(root, 'accounts.ndjson'),
  });
  if (existsSync(folder)) return at(folder);
  progress.step(`writing the lines of ${listings.toLocaleString('en')} listings, to make changes of`);
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const files = at(draft);
  await withStore(url, async (dataSource) => {
    const write = <Row extends object>(path: string, statement: Sql, line: (row: Row) => string) =>
      writeStatement(dataSource, path, statement, line, signal);
    await write<ListingLineRow>(files.listings, listingStatement(listings), listingLines.line);
    await write<OwnRow>(files.agents, AGENTS, ownLine);
    await write<OwnRow>(files.accounts, ACCOUNTS, ownLine);
  });
  await rename(draft, folder);
  return at(folder);
}

/** Those that are current first, for agencies change these; in no order that accounts or suburbs have. */
const listingStatement = (count: number): Sql => sql`
  SELECT ${listingLines.columns}
  FROM (SELECT * FROM listings ORDER BY status <> 'current', hashint4(id), id LIMIT ${count}) listing ${listingLines.joins}
  ORDER BY listing.status <> 'current', hashint4(listing.id), listing.id`;

const AGENTS = sql`
  SELECT record, json_build_object('id', id, '_id', uid, 'slug', slug, 'websiteID', website_id) AS own
  FROM agents ORDER BY id % 7, id LIMIT ${SOME}`;

const ACCOUNTS = sql`
  SELECT record, json_build_object('websiteID', id, '_id', uid) AS own FROM accounts ORDER BY id % 7, id LIMIT ${SOME}`;

async function writeStatement<Row extends object>(
  dataSource: DataSource,
  path: string,
  statement: Sql,
  line: (row: Row) => string,
  signal: AbortSignal,
): Promise<void> {
  await SqlExecutor.of(dataSource).readSnapshot(async (executor) => {
    const lines = readLines(executor, { statement, line }, signal);
    await writeLines(path, lines, { signal, onLines: () => undefined });
  });
}
