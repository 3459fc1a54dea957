import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { feedOf, freshStore } from '../../support/feed-texts.js';
import { entryOf } from '../../support/feed-entries.js';
import { DIRECTORY } from '../support/bundle.js';
import { Command } from '../support/command.js';
import { InProcessCommand, samplesOf, specStore, storeEnvironment, walk } from '@testing';

/** root reads every file unless it is restricted. */
const WITHOUT_POWERS = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
/** A process starts late on a busy machine. */
const PATIENCE_MS = 150_000;
const FILES = 50;
const KILLS = walk(2);

const store = specStore();
let folder: string;

beforeEach(async () => {
  await freshStore(store.dataSource);
  folder = await mkdtemp(join(tmpdir(), 'inbox-'));
  await mkdir(join(folder, '12'));
  return () => rm(folder, { recursive: true });
});

const inboxArguments = () => ['inbox', folder, '--still', '0.05'];

const inbox = (env: Record<string, string> = {}) =>
  new InProcessCommand(inboxArguments(), { ...storeEnvironment(store.url), ...env }, folder);

/** An inbox that can be killed, and that reads only files that its user may read. */
const inboxProcess = (): Command =>
  Command.start([...WITHOUT_POWERS, ...DIRECTORY, ...inboxArguments()], { env: storeEnvironment(store.url) });

/** The value of a metric of an inbox. */
async function valueOf(command: InProcessCommand, metric: string): Promise<number | undefined> {
  const [, url = ''] = /Metrics are served at (\S+)/.exec(command.output) ?? [];
  return samplesOf(await (await fetch(url)).text()).find(({ name }) => name === metric)?.value;
}

const names = async (...path: string[]) =>
  (await readdir(join(folder, '12', ...path)).catch(() => [])).filter((name) => name.endsWith('.xml')).sort();

const emptied = () => expect.poll(() => names(), { timeout: PATIENCE_MS, interval: 50 }).toEqual([]);

async function stopped(command: Command): Promise<number | null> {
  command.signal('SIGTERM');
  return (await command.end()).code;
}

/** Each file changes some of the twenty listings of the previous files. */
async function deliver(): Promise<void> {
  for (let file = 0; file < FILES; file++) {
    const entries = Array.from({ length: 8 }, (_, at) => entryFor(file, (file * 3 + at) % 20));
    const draft = join(folder, `${file}.draft`);
    await writeFile(draft, feedOf(...entries));
    await rename(draft, join(folder, '12', `feed-${String(file).padStart(2, '0')}.xml`));
  }
}

function entryFor(file: number, listing: number): string {
  const day = new Date(Date.UTC(2020, 0, 1 + file)).toISOString().slice(0, 10);
  const status = (file + listing) % 11 === 0 ? 'deleted' : 'current';
  const agent = `<listingAgent><name>Agent ${listing % 4}</name></listingAgent>`;
  const address = `<address><streetNumber>${listing % 7}</streetNumber><street>Main Road</street>
    <suburb>Richmond</suburb><state>VIC</state><postcode>3121</postcode></address>`;
  const inner = `${agent}${address}<headline>By ${file}</headline><price>${file}</price>`;
  return entryOf(inner, 'residential', `modTime="${day}" status="${status}"`).replace('>1<', `>${listing}<`);
}

/** Everything that a feed determines, by name, because ids are assigned anew when a listing comes back. */
async function state(): Promise<unknown> {
  const { dataSource } = store;
  return {
    listings: await dataSource.query(
      `SELECT listing.unique_id, listing.status, listing.value, listing.modtime, listing.firstdate IS NULL AS dateless,
         document.document::text ~ ('By ' || listing.value::text) AS told, property.address_key,
         (SELECT array_agg(agent.name ORDER BY position) FROM listing_agents link
           JOIN agents agent ON agent.id = link.agent_id WHERE link.listing_id = listing.id) AS agents
       FROM listings listing JOIN listing_documents document ON document.listing_id = listing.id
       JOIN properties property ON property.id = listing.property_id ORDER BY unique_id`,
    ),
    properties: await dataSource.query('SELECT address_key, listing_types FROM properties ORDER BY address_key'),
    agents: await dataSource.query('SELECT name, slug FROM agents ORDER BY slug'),
    files: await dataSource.query(
      'SELECT file, hash FROM feed_runs WHERE ended_at IS NOT NULL GROUP BY 1, 2 ORDER BY 1',
    ),
    open: await dataSource.query('SELECT file FROM feed_runs WHERE ended_at IS NULL'),
    events: await dataSource.query(
      `SELECT kind, after, count(*)::int FROM changes WHERE resource = 'listing' GROUP BY 1, 2 ORDER BY 1, 2, 3`,
    ),
    done: await names('done'),
    failed: await names('failed'),
  };
}

describe('the inbox', () => {
  it('killed at any time, has the same result as one that was never killed', { timeout: 400_000 }, async () => {
    await deliver();
    const undisturbed = inbox();
    await emptied();
    expect(await undisturbed.stop()).toBe(0);
    const expected = await state();
    expect(expected).toMatchObject({ failed: [], open: [], done: { length: FILES } });

    await freshStore(store.dataSource);
    await rm(join(folder, '12', 'done'), { recursive: true });
    await deliver();
    for (let kill = 0; kill < KILLS; kill++) {
      const child = inboxProcess();
      const left = (await names()).length;
      // Some kills happen during the start, most during a file.
      if (kill % 5 > 0 && left > 0)
        await expect.poll(async () => (await names()).length, { timeout: PATIENCE_MS, interval: 5 }).toBeLessThan(left);
      await sleep(Math.random() * 60);
      child.signal('SIGKILL');
      await child.end();
    }
    const last = inbox();
    await emptied();
    expect(await last.stop()).toBe(0);
    expect(await state()).toEqual(expected);
  });

  it('continues despite unreadable files, and imports them once they are readable', async () => {
    const unreadable = join(folder, '12', 'closed.xml');
    await writeFile(unreadable, feedOf(entryOf('<headline>Here</headline>')));
    await chmod(unreadable, 0o000);
    await mkdir(join(folder, '13'), 0o000);
    const child = inboxProcess();
    await writeFile(join(folder, '12', 'open.xml'), feedOf());
    await expect.poll(() => names('done'), { timeout: PATIENCE_MS }).toEqual(['open.xml']);
    await expect.poll(() => child.output, { timeout: PATIENCE_MS }).toMatch(/closed\.xml.*closed\.xml/s);
    await chmod(unreadable, 0o600);
    await chmod(join(folder, '13'), 0o700);
    await emptied();
    expect(await stopped(child)).toBe(0);
    const again = 'permission denied; next attempt in 1 s';
    expect(child.output).toContain(`12/closed.xml: it cannot be imported: ${again}`);
    expect(child.output).toContain(`13: the folder cannot be read: ${again}`);
    const told = await store.dataSource.query<object[]>(
      'SELECT website_id, file, fatal FROM feed_runs WHERE fatal IS NOT NULL ORDER BY website_id',
    );
    expect(told).toEqual([
      { website_id: 12, file: 'closed.xml', fatal: 'it cannot be imported: permission denied' },
      { website_id: 13, file: '13', fatal: 'the folder cannot be read: permission denied' },
    ]);
  });

  it('makes a second inbox wait, and each has its own metrics', async () => {
    const measured = { METRICS_PORT: '0', HOST: '127.0.0.1' };
    const first = inbox(measured);
    await writeFile(join(folder, '12', 'a.xml'), feedOf());
    await emptied();
    const second = inbox(measured);
    await expect.poll(() => second.output, { timeout: PATIENCE_MS }).toMatch(/Another inbox is working/);
    await expect.poll(() => valueOf(first, 'inbox_waiting_files')).toBe(0);
    expect(await valueOf(first, 'feed_last_success_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 60);
    expect(await valueOf(second, 'inbox_waiting_files')).toBeUndefined();
    expect(await first.stop()).toBe(0);
    await writeFile(join(folder, '12', 'b.xml'), feedOf());
    await emptied();
    expect(await second.stop()).toBe(0);
  });
});
