import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '@testing';
import { storeEnvironment } from '../../support/settings.js';
import { DIRECTORY } from '../support/bundle.js';
import { Command } from '../support/command.js';
import { startOwnServer, type OwnServer } from '../support/own-server.js';
import { DebianServer, debianPostgres } from './debian-postgres.js';

const LISTINGS = 20_000;
/** Each test computes for most of a minute, and on a busy machine for several. */
const MINUTES = { timeout: 900_000 };
/** Indexes, batches and statistics scan a table; a lookup without an index would scan it half as often as it has rows. */
const MOST_SCANS = 200;

let folder: string;
let newest: OwnServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-load-'));
  newest = await startOwnServer({ random_page_cost: '4', jit: 'on', shared_buffers: '128MB' });
});

afterAll(async () => {
  await newest.drop();
  await rm(folder, { recursive: true });
});

async function directory(url: string, ...args: readonly string[]): Promise<string> {
  const command = Command.start([...DIRECTORY, ...args], { env: storeEnvironment(url) });
  const { code } = await command.ended;
  expect([code, command.output]).toEqual([0, expect.any(String)]);
  return command.output;
}

/** How often each table was scanned, in rows read by scans for each listing. */
async function scansOf(url: string): Promise<Record<string, number>> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string; scans: number }>(
      `SELECT relname AS name, (seq_tup_read / ${LISTINGS})::int AS scans FROM pg_stat_user_tables
       WHERE seq_tup_read > ${LISTINGS}`,
    ),
  );
  return Object.fromEntries(rows.map(({ name, scans }) => [name, scans]));
}

async function expectFewScans(url: string): Promise<void> {
  for (const [table, scans] of Object.entries(await scansOf(url)))
    expect([table, scans < MOST_SCANS]).toEqual([table, true]);
}

describe.skipIf(!debianPostgres)(
  'a first load into a server with its default settings reads no table for each row',
  () => {
    it('a demo in PostgreSQL 15', MINUTES, async () => {
      await using oldest = await DebianServer.start([]);
      const url = await oldest.create('directory');
      const output = await directory(url, 'demo', '--listings', `${LISTINGS}`);
      expect(output).toMatch(/listings: 20,000 created/);
      // A log shows the progress.
      expect(output).toMatch(/^listings: [\d,]+ lines/m);
      await expectFewScans(url);
      await directory(url, 'export', join(folder, 'bundle'));
    });

    it('an import of its bundle in the newest version', MINUTES, async () => {
      expect(await directory(newest.url, 'import', join(folder, 'bundle'))).toMatch(/20,000 created/);
      await expectFewScans(newest.url);
    });
  },
);
