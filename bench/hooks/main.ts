import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { Cleanup } from '../cleanup.js';
import { benchDirectory } from '../directory/bench-directory.js';
import { callerHeaders } from '../directory/caller.js';
import { DatabaseServer, databaseOf } from '../directory/database-server.js';
import { findLoad } from '../load/find-load.js';
import { PROGRAMS } from '../places.js';
import { Progress } from '../progress.js';
import { PostgresCpu } from '../run/postgres-cpu.js';
import { ServerProcess } from '../run/server-process.js';
import { Side } from '../run/side.js';
import { serviceEnvironment } from '../run/start-targets.js';
import { Receivers } from './receivers.js';

const { values } = parseArgs({
  options: { listings: { type: 'string', default: '20000' }, seconds: { type: 'string', default: '10' } },
});
const [listings, seconds] = [Number(values.listings), Number(values.seconds)];
const CHANGES_PER_SECOND = 20;
/** Beside readers, all of them answer. */
const LIVE = 100;
/** Together with some that never answer. */
const [MANY, DEAD] = [1_000, 50];
const ROUNDS = 3;
/** For messages that are on their way, and for the worker to take in other endpoints. */
const REST_MS = 4_000;
const REQUESTS = Array.from({ length: 50 }, (_, at) => ({ path: `/api/v1/listings?page=${at + 1}` }));
const NAME = 'bench_hooks';

/** Gives endpoints to accounts that have listings, in turn; so many of them never answer. */
async function setEndpoints(pool: Pool, origin: string, count: number, dead: number): Promise<void> {
  await pool.query(
    `WITH site AS (
       SELECT website_id, row_number() OVER (ORDER BY website_id) - 1 AS place, count(*) OVER () AS sites
       FROM (SELECT DISTINCT website_id FROM listings) found
     ), hook AS (
       SELECT website_id, jsonb_agg(jsonb_build_object('name', '', 'trigger', 'listing-updated',
         'url', $1 || CASE WHEN at < $3 THEN '/dead/' ELSE '/live/' END || at)) AS hooks
       FROM generate_series(0, $2 - 1) at JOIN site ON at % sites = place GROUP BY website_id
     )
     UPDATE accounts SET record = jsonb_set(accounts.record, '{hooks}', coalesce(hooks, '[]'))
     FROM accounts known LEFT JOIN hook ON website_id = known.id WHERE accounts.id = known.id`,
    [origin, count, dead],
  );
  await sleep(REST_MS);
}

/** Changes listings at their pace, each of another account than the one before. */
async function change(pool: Pool, during: number): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY website_id ORDER BY id) AS place, website_id FROM listings) one
     WHERE place <= 50 ORDER BY place, md5(website_id::text)`,
  );
  const begun = performance.now();
  for (let at = 0; at < CHANGES_PER_SECOND * during; at++) {
    await pool.query('UPDATE listings SET price = coalesce(price, 0) + 1 WHERE id = $1', [rows[at % rows.length]?.id]);
    await sleep(Math.max(0, begun + ((at + 1) * 1000) / CHANGES_PER_SECOND - performance.now()));
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const quantile = (delays: readonly number[], part: number): number =>
  [...delays].sort((one, other) => one - other)[Math.floor(delays.length * part)] ?? NaN;
const said = (delays: readonly number[]): string =>
  `${delays.length} arrived, p50 ${quantile(delays, 0.5)} ms, p99 ${quantile(delays, 0.99)} ms, at most ${quantile(delays, 0.9999)} ms`;

await Cleanup.around(async (cleanup) => {
  const progress = new Progress();
  const { signal } = new AbortController();
  const server = await DatabaseServer.start(cleanup);
  const directory = await benchDirectory(server, { listings, fresh: false }, progress, signal);
  await server.copy(databaseOf(directory), NAME);
  cleanup.add(() => server.drop(NAME));
  const url = server.urlOf(NAME);
  const { pool } = Side.reading(url, cleanup);
  const receivers = await Receivers.start();
  cleanup.add(() => Promise.resolve(receivers.stop()));
  const environment = { ...serviceEnvironment(url), HOOKS: 'on', HOOKS_ALLOW: receivers.origin };
  const service = await ServerProcess.start('service', PROGRAMS.service, environment);
  cleanup.add(() => service.stop());
  const headers = await callerHeaders(pool);
  const load = await findLoad(cleanup);
  const cpu = await PostgresCpu.of(pool);

  const read = async () => {
    const before = await service.usage();
    const [fired] = await Promise.all([
      load.fire({ url: service.url, headers, requests: REQUESTS, from: 0, seconds, statuses: [200], signal }),
      change(pool, seconds),
    ]);
    const { cpu: used } = await service.usage();
    return { rate: fired.count / fired.seconds, each: (used - before.cpu) / fired.count };
  };
  progress.step('reading');
  await read(); // so that its code is compiled
  const sums = { without: 0, with: 0, eachWithout: 0, eachWith: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    await setEndpoints(pool, receivers.origin, 0, 0);
    const without = await read();
    await setEndpoints(pool, receivers.origin, LIVE, 0);
    const beside = await read();
    sums.without += without.rate;
    sums.with += beside.rate;
    sums.eachWithout += without.each;
    sums.eachWith += beside.each;
    progress.say(
      `  Node for each answer: ${without.each.toFixed(2)} ms without hooks, ${beside.each.toFixed(2)} ms with them`,
    );
  }
  progress.say(
    `Readers beside ${CHANGES_PER_SECOND} changes a second: ${(sums.without / ROUNDS).toFixed(0)}/s without hooks, ` +
      `${(sums.with / ROUNDS).toFixed(0)}/s with ${LIVE} endpoints (${(sums.with / sums.without).toFixed(3)} of it; Node for each ` +
      `answer ${(sums.eachWith / sums.eachWithout).toFixed(3)}); ${said(receivers.delays)}`,
  );

  progress.step('delivering');
  await sleep(REST_MS);
  const cost = async () => {
    receivers.delays = [];
    const [before, ownBefore, begun] = [await service.usage(), cpu?.now(), performance.now()];
    await change(pool, seconds);
    await sleep(REST_MS);
    const [after, ownAfter, milliseconds] = [await service.usage(), cpu?.now(), performance.now() - begun];
    const postgres = ownBefore === undefined || ownAfter === undefined ? 0 : ownAfter - ownBefore;
    return { node: after.cpu - before.cpu, postgres, milliseconds, count: receivers.delays.length };
  };
  await setEndpoints(pool, receivers.origin, 0, 0);
  const idle = await cost();
  await setEndpoints(pool, receivers.origin, LIVE, 0);
  const busy = await cost();
  progress.say(
    `${LIVE} endpoints, nobody reads: ${said(receivers.delays)}; a delivery costs Node ` +
      `${((busy.node - idle.node) / busy.count).toFixed(2)} ms, PostgreSQL ${((busy.postgres - idle.postgres) / busy.count).toFixed(2)} ms`,
  );
  await setEndpoints(pool, receivers.origin, MANY, DEAD);
  receivers.unanswered = 0;
  const many = await cost();
  progress.say(
    `${MANY} endpoints, of which ${DEAD} never answer (${receivers.unanswered} requests to these): ${said(receivers.delays)}; ` +
      `of a core: Node ${percent(many.node / many.milliseconds)}, PostgreSQL ${percent(many.postgres / many.milliseconds)}`,
  );
});
