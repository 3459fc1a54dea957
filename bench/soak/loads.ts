import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { readFacts } from '../classes/directory-facts.js';
import { drawClasses } from '../classes/request-class.js';
import type { Keys } from '../servers/service.js';
import type { Caller } from './caller.js';
import type { Deliveries } from './deliveries.js';

const READERS = 4;
/** Milliseconds between two turns of a load. Each reader sends about 30 requests per second. */
const PAUSES = { reads: 25, writes: 250, feeds: 5_000, exports: 15_000 };
const MOST_AGENTS = 20;
const FEED_LISTINGS = 20;
/** An import waits for others, and for a restart of the database. */
const FEED_WITHIN_MS = 60_000;
const FEED_POLL_MS = 200;

/** An account for a load, with its keys. */
export interface SoakAccount {
  readonly websiteID: number;
  readonly keys: Keys;
}

/** @throws Error if it is not created */
export async function createAccount(caller: Caller, name: string): Promise<SoakAccount> {
  const body = { name, link: `https://www.${name.toLowerCase().replaceAll(' ', '-')}.example` };
  const answer = await caller.call(0, 'POST', '/api/v1/accounts', { body });
  if (answer?.status !== 201) throw new Error(`The account ${name} was not created: ${answer?.text}`);
  const { account } = answer.json<{ account: { websiteID: number; accessKey: string; secretKey: string } }>();
  const { websiteID, accessKey, secretKey } = account;
  return { websiteID, keys: { 'x-access-key': accessKey, 'x-secret-key': secretKey } };
}

type Turn = (count: number) => Promise<unknown>;

/**
 * Repeats a turn until the end of the run, with a pause after each. A turn that throws is a fault, and the next one
 * follows.
 */
async function repeat(caller: Caller, over: AbortSignal, load: keyof typeof PAUSES, turn: Turn): Promise<void> {
  for (let count = 0; !over.aborted; count++) {
    await turn(count).catch((error: unknown) => caller.faults.add('error', String(error)));
    await sleep(PAUSES[load], undefined, { signal: over }).catch(() => undefined);
  }
}

/** Sends the reads of portals and agencies. Every repeated path sends the ETag of the previous response. */
export async function startReads(caller: Caller, url: string, over: AbortSignal): Promise<Promise<void>[]> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const facts = await readFacts(pool);
  await pool.end();
  const lists = drawClasses(facts, ['mix', 'g', 'j', 'p', 'q', 't', 'u'], 0).map(({ paths }) => paths);
  const tags = new Map<string, string>();
  return Array.from({ length: READERS }, (_, reader) =>
    repeat(caller, over, 'reads', async (count) => {
      // Every second request is from the mix.
      const paths = lists[count % 2 === 0 ? 0 : (count >> 1) % lists.length] ?? [];
      const path = paths[(count * READERS + reader) % paths.length] ?? '/api/v1/listings';
      const key = `${count % caller.urls.length} ${path}`;
      const tag = tags.get(key);
      const answer = await caller.call(count, 'GET', path, tag ? { headers: { 'if-none-match': tag } } : {});
      const { etag } = answer?.headers ?? {};
      if (typeof etag === 'string') tags.set(key, etag);
    }),
  );
}

interface Agents {
  readonly total: number;
  readonly data: readonly { readonly id: number; readonly name: string }[];
}

/**
 * Creates, changes and deletes the agents of an account, and checks each write on every process: the agent, the list
 * and the total.
 */
export function startWrites(caller: Caller, account: SoakAccount, deliveries: Deliveries, over: AbortSignal) {
  const { websiteID, keys } = account;
  const list = `/api/v1/agents?websiteID=${websiteID}&limit=100`;
  let ids: number[] = [];
  /** Restores a known state after a write that may or may not have happened. */
  const readAgain = async (): Promise<void> => {
    const answer = await caller.call(0, 'GET', list, { keys });
    if (answer) ids = answer.json<Agents>().data.map(({ id }) => id);
  };
  const mustList = (shows: (data: Agents['data']) => boolean) =>
    caller.mustShow<Agents>(list, ({ total, data }) => total === ids.length && shows(data), keys);
  return repeat(caller, over, 'writes', async (count) => {
    const name = { name: `Agent ${count}`, firstname: 'Agent', lastname: String(count) };
    const created = await caller.call(count, 'POST', '/api/v1/agents', { keys, body: { websiteID, ...name } });
    if (!created) return readAgain();
    const { id } = created.json<{ id: number }>();
    ids.push(id);
    deliveries.expect(id);
    await mustList((data) => data.some((each) => each.id === id));

    const renamed = `Agent ${count} renamed`;
    const path = `/api/v1/agents/${id}`;
    if (!(await caller.call(count + 1, 'PUT', path, { keys, body: { name: renamed } }))) return readAgain();
    await caller.mustShow<{ name: string }>(path, (agent) => agent.name === renamed, keys);
    await mustList((data) => data.some((each) => each.name === renamed));

    const about = `Turn ${count}`;
    const own = `/api/v1/websites/${websiteID}`;
    if (!(await caller.call(count, 'PUT', own, { keys, body: { about } }))) return readAgain();
    await caller.mustShow<{ about: string }>(own, (shown) => shown.about === about, keys);

    const [oldest] = ids;
    if (ids.length <= MOST_AGENTS || oldest === undefined) return;
    if (!(await caller.call(count, 'DELETE', `/api/v1/agents/${oldest}`, { keys }))) return readAgain();
    ids.shift();
    await mustList((data) => data.every((each) => each.id !== oldest));
  });
}

/** Reads whole lists up to the last line, which has the number of lines. */
export const startExports = (caller: Caller, over: AbortSignal): Promise<void> =>
  repeat(caller, over, 'exports', async (count) => {
    const path = `/api/v1/export/${count % 2 === 0 ? 'listings' : 'agents'}.ndjson`;
    const answer = await caller.call(count, 'GET', path);
    if (!answer) return;
    const lines = answer.text.trimEnd().split('\n');
    const end = JSON.parse(lines.at(-1) ?? '{}') as { end?: boolean; count?: number };
    caller.count('exports');
    if (!end.end || end.count !== lines.length - 1) caller.faults.add('cut', `GET ${path}: ${lines.length - 1} lines`);
  });

/** Sends feeds over HTTP. Their prices must be in every list as soon as the run is done. */
export const startFeeds = (caller: Caller, account: SoakAccount, over: AbortSignal): Promise<void> =>
  repeat(caller, over, 'feeds', async (count) => {
    const { keys } = account;
    const headers = { 'content-type': 'application/xml', 'idempotency-key': `soak-${count}` };
    const sent = await caller.call(count, 'POST', '/api/v1/feeds', { keys, headers, body: feedOf(count) });
    if (sent?.status !== 202) return;
    const path = String(sent.headers['location']);
    await until(over, `the feed ${path}`, async () => {
      const state = (await caller.call(count + 1, 'GET', path, { keys }))?.json<{ state: string }>().state;
      if (state === 'failed') throw new Error(`The feed ${path} has failed`);
      return state === 'done';
    });
    if (!over.aborted) await mustShowPrices(caller, account, count, 'feeds');
  });

/** Puts files into the inbox, which moves them after the import. */
export const startInboxFiles = (caller: Caller, account: SoakAccount, inbox: string, over: AbortSignal) =>
  repeat(caller, over, 'feeds', async (count) => {
    const folder = join(inbox, String(account.websiteID));
    await mkdir(folder, { recursive: true });
    const name = `${count}.xml`;
    await writeFile(join(folder, `.${name}`), feedOf(count));
    await rename(join(folder, `.${name}`), join(folder, name));
    await until(over, `the file ${name} of the inbox`, async () => !(await readdir(folder)).includes(name));
    if (over.aborted) return;
    if (!(await readdir(join(folder, 'done')).catch((): string[] => [])).includes(name))
      throw new Error(`The file ${name} was not imported`);
    await mustShowPrices(caller, account, count, 'files of the inbox');
    await rm(join(folder, 'done'), { recursive: true });
  });

async function until(over: AbortSignal, what: string, isThere: () => Promise<boolean>): Promise<void> {
  const latest = performance.now() + FEED_WITHIN_MS;
  while (!over.aborted && !(await isThere())) {
    if (performance.now() > latest) throw new Error(`After ${FEED_WITHIN_MS / 1000} s: ${what}`);
    await sleep(FEED_POLL_MS);
  }
}

const priceOf = (count: number): number => 500_000 + (count % 100_000);

async function mustShowPrices(caller: Caller, { websiteID, keys }: SoakAccount, count: number, part: string) {
  caller.count(part);
  const price = priceOf(count);
  const list = `/api/v1/listings?websiteID=${websiteID}&minPrice=${price}&maxPrice=${price}&limit=5`;
  await caller.mustShow<{ total: number }>(list, ({ total }) => total === FEED_LISTINGS, keys);
}

function feedOf(count: number): string {
  const modTime = new Date().toISOString().slice(0, 19).replace('T', '-');
  const entries = Array.from(
    { length: FEED_LISTINGS },
    (_, at) => `<residential modTime="${modTime}" status="current"><agentID>SOAK</agentID><uniqueID>S${at}</uniqueID>
<authority value="sale"/><price display="yes">${priceOf(count)}</price><category name="House"/><headline>Turn ${count}</headline>
<address><streetNumber>${at + 1}</streetNumber><street>Soak Street</street><suburb>Richmond</suburb><state>VIC</state><postcode>3121</postcode></address>
</residential>`,
  );
  return `<?xml version="1.0"?>\n<propertyList>${entries.join('\n')}</propertyList>`;
}
