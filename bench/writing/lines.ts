import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readLines, writeLines } from '@app/bundles';
import { listingLines, type ListingLineRow } from '@app/listings';
import { sql, SqlExecutor, type Sql } from '@app/sql';
import type { DataSource } from 'typeorm';
import type { DatabaseServer } from '../directory/database-server.js';
import { writeKnownLines } from '../directory/known-lines.js';
import { withStore } from '../directory/make-directory.js';
import { LINES } from '../places.js';
import type { Progress } from '../progress.js';
import type { OtherCommit } from '../run/other-commit.js';
import type { Lines } from './changes.js';

/** How many agents and accounts change, again and again. */
const SOME = 200;

interface OwnRow {
  readonly record: Readonly<Record<string, unknown>>;
  readonly own: Readonly<Record<string, unknown>>;
}

/** The keys stay as they are where a line has none. */
const ownLine = ({ record, own }: OwnRow): string => JSON.stringify({ ...record, ...own });

/**
 * The folder with lines of a directory, to make changes of, spread over all of it: so many listings, and some agents and
 * accounts.
 *
 * @param name of the folder; another one when the directory is another
 */
export async function linesOfDirectory(
  url: string,
  name: string,
  listings: number,
  progress: Progress,
  signal: AbortSignal,
): Promise<string> {
  const folder = join(LINES, `${name}-${listings}`);
  if (existsSync(folder)) return folder;
  progress.step(`writing the lines of ${listings.toLocaleString('en')} listings, to make changes of`);
  return inDraft(folder, (draft) =>
    withStore(url, async (dataSource) => {
      const write = <Row extends object>(kind: keyof Lines, statement: Sql, line: (row: Row) => string) =>
        writeStatement(dataSource, join(draft, `${kind}.ndjson`), statement, line, signal);
      await write<ListingLineRow>('listings', listingStatement(listings), listingLines.line);
      await write<OwnRow>('agents', AGENTS, ownLine);
      await write<OwnRow>('accounts', ACCOUNTS, ownLine);
    }),
  );
}

/** The folder with the same lines as another commit can import them. */
export async function linesOfOther(
  folder: string,
  other: OtherCommit,
  server: DatabaseServer,
  signal: AbortSignal,
): Promise<string> {
  const its = `${folder}-${other.name}`;
  if (existsSync(its)) return its;
  return inDraft(its, (draft) => writeKnownLines(folder, draft, other, server, signal));
}

/** A folder that gets its name when it is complete. */
async function inDraft(folder: string, write: (draft: string) => Promise<void>): Promise<string> {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await write(draft);
  await rename(draft, folder);
  return folder;
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
