import { once } from 'node:events';
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { PostgresCpu } from '../run/postgres-cpu.js';
import type { ServerProcess } from '../run/server-process.js';

export const STREAMS = 1_000;
export const CHANGES_PER_SECOND = 20;
/** Opened at a time. */
const AT_ONCE = 50;
/** After the last change, for those that are on their way. */
const REST_MS = 3_000;

/** What streams cost, and how late they tell. */
export interface StreamCost {
  readonly events: number;
  readonly expected: number;
  /** Milliseconds from the record of a change, just before its commit, to its arrival. */
  readonly p50: number;
  readonly p99: number;
  /** Shares of a core. */
  readonly node: number;
  readonly postgres: number | undefined;
}

/** A change as a commit records it. */
const CHANGE = `INSERT INTO changes (resource, resource_id, uid, website_id, kind)
  VALUES ('agent', $1, gen_random_uuid(), 1, 'updated')`;

/** What asks for streams, and records changes beside them. */
export interface Streaming {
  readonly server: ServerProcess;
  readonly pool: Pool;
  readonly headers: Record<string, string>;
}

/** Opens streams, and records changes beside them. */
export async function measureStreams(
  streaming: Streaming,
  postgres: PostgresCpu | undefined,
  seconds: number,
): Promise<StreamCost> {
  const { server, pool } = streaming;
  const delays: number[] = [];
  const close = await openStreams(streaming, delays);
  const [before, ownBefore, begun] = [await server.usage(), postgres?.now(), performance.now()];
  const { count, forget } = await recordChanges(pool, seconds);
  const [after, ownAfter, milliseconds] = [await server.usage(), postgres?.now(), performance.now() - begun];
  await sleep(REST_MS);
  close();
  await forget();
  const sorted = delays.toSorted((one, other) => one - other);
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  const share = (from: number, to: number) => (to - from) / milliseconds;
  return {
    events: delays.length,
    expected: STREAMS * count,
    p50: quantile(0.5),
    p99: quantile(0.99),
    node: share(before.cpu, after.cpu),
    postgres: ownBefore === undefined || ownAfter === undefined ? undefined : share(ownBefore, ownAfter),
  };
}

/** Opens streams that take down how late each event is. @returns what closes them */
export async function openStreams({ server, headers }: Streaming, delays: number[]): Promise<() => void> {
  const requests: ClientRequest[] = [];
  const url = `${server.url}/api/v1/changes?since=now`;
  while (requests.length < STREAMS) {
    const opening = Array.from({ length: AT_ONCE }, () => get(url, { agent: false, headers }));
    requests.push(...opening);
    await Promise.all(opening.map((request) => listen(request, delays)));
  }
  return () => {
    for (const request of requests) request.destroy();
  };
}

/** Records changes at their pace. @returns how many, and what leaves the log as it was */
export async function recordChanges(pool: Pool, seconds: number) {
  const count = CHANGES_PER_SECOND * seconds;
  const { rows } = await pool.query<{ last: string }>('SELECT coalesce(max(id), 0) AS last FROM changes');
  const begun = performance.now();
  for (let at = 0; at < count; at++) {
    await pool.query(CHANGE, [at + 1]);
    await sleep(Math.max(0, begun + ((at + 1) * 1000) / CHANGES_PER_SECOND - performance.now()));
  }
  return { count, forget: () => pool.query('DELETE FROM changes WHERE id > $1', [rows[0]?.last]) };
}

const AT = /"at":"([^"]+)"/g;

/** Waits for the answer, and then takes down how late each event is. */
async function listen(request: ClientRequest, delays: number[]): Promise<void> {
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage]; // what the event comes with
  if (response.statusCode !== 200) throw new Error(`A stream was answered ${response.statusCode}`);
  response
    .on('error', () => undefined)
    .on('data', (text: Buffer) => {
      const now = Date.now();
      for (const [, at = ''] of String(text).matchAll(AT)) delays.push(now - Date.parse(at));
    });
}
