import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../caller.js';
import { repeat, type SoakAccount } from './load.js';

const PAUSE_MS = 5_000;
const POLL_MS = 200;
const LISTINGS = 20;
/** An import waits for others, and for a restart of the database. */
const WITHIN_MS = 60_000;

interface Run {
  readonly state: string;
}

/** Sends feeds over HTTP; their prices are in every list as soon as the run is done. */
export const startFeeds = (caller: Caller, account: SoakAccount, over: AbortSignal): Promise<void> =>
  repeat(caller, over, PAUSE_MS, async (count) => {
    const sent = await caller.call(count, 'POST', '/api/v1/feeds', {
      keys: account.keys,
      headers: { 'content-type': 'application/xml', 'idempotency-key': `soak-${count}` },
      body: feedOf(count),
    });
    if (sent?.status !== 202) return;
    const path = String(sent.headers['location']);
    await waitFor(caller, over, `the feed ${path}`, async () => {
      const run = await caller.call(count + 1, 'GET', path, { keys: account.keys });
      const state = run?.json<Run>().state;
      if (state === 'failed') throw new Error(`The feed ${path} has failed`);
      return state === 'done';
    });
    if (over.aborted) return;
    caller.done.feeds += 1;
    await mustShowPrices(caller, account, count);
  });

/** Puts files into the inbox, which moves them when they are imported. */
export const startInboxFiles = (
  caller: Caller,
  account: SoakAccount,
  inbox: string,
  over: AbortSignal,
): Promise<void> =>
  repeat(caller, over, PAUSE_MS, async (count) => {
    const folder = join(inbox, String(account.websiteID));
    await mkdir(folder, { recursive: true });
    const name = `${count}.xml`;
    await writeFile(join(folder, `.${name}`), feedOf(count));
    await rename(join(folder, `.${name}`), join(folder, name));
    await waitFor(caller, over, `the file ${name} of the inbox`, async () => !(await readdir(folder)).includes(name));
    if (over.aborted) return;
    if (!(await readdir(join(folder, 'done')).catch((): string[] => [])).includes(name))
      throw new Error(`The file ${name} was not imported`);
    caller.done['files of the inbox'] += 1;
    await mustShowPrices(caller, account, count);
    await rm(join(folder, 'done'), { recursive: true });
  });

async function waitFor(
  caller: Caller,
  over: AbortSignal,
  what: string,
  isThere: () => Promise<boolean>,
): Promise<void> {
  const since = caller.faults.now;
  while (!over.aborted && !(await isThere())) {
    if (caller.faults.now - since > WITHIN_MS) throw new Error(`After ${WITHIN_MS / 1000} s: ${what}`);
    await sleep(POLL_MS);
  }
}

const priceOf = (count: number): number => 500_000 + (count % 100_000);

async function mustShowPrices(caller: Caller, { websiteID, keys }: SoakAccount, count: number): Promise<void> {
  const price = priceOf(count);
  const list = `/api/v1/listings?websiteID=${websiteID}&minPrice=${price}&maxPrice=${price}&limit=5`;
  await caller.mustShow<{ total: number }>(list, ({ total }) => total === LISTINGS, keys);
}

function feedOf(count: number): string {
  const modTime = new Date().toISOString().slice(0, 19).replace('T', '-');
  const entries = Array.from(
    { length: LISTINGS },
    (_, at) => `<residential modTime="${modTime}" status="current"><agentID>SOAK</agentID><uniqueID>S${at}</uniqueID>
<authority value="sale"/><price display="yes">${priceOf(count)}</price><category name="House"/><headline>Turn ${count}</headline>
<address><streetNumber>${at + 1}</streetNumber><street>Soak Street</street><suburb>Richmond</suburb><state>VIC</state><postcode>3121</postcode></address>
</residential>`,
  );
  return `<?xml version="1.0"?>\n<propertyList>${entries.join('\n')}</propertyList>`;
}
