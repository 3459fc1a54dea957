import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { METRIC_EVENTS, type MetricEvent } from '@app/metrics';
import { createDataSource, migrate } from '@app/persistence';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { accountBody, specFixture, TestService, testSettings, withClient, type AccountAnswer } from '@testing';
import { leftOut, missingPrograms } from '../../support/programs.js';
import { debianPostgres } from '../servers/debian-postgres.js';
import { PatroniCluster } from './patroni.js';

const missing = [
  ...missingPrograms('patroni', 'patronictl', 'etcd', 'haproxy'),
  ...(debianPostgres ? [] : ['PostgreSQL of Debian']),
];
const READERS = 3;
const SWITCHED_WITHIN_S = 20;
/** The `ttl` of the recipe, and the promotion. */
const FAILED_OVER_WITHIN_S = 35;

/** The service with the address of haproxy, and all nodes as standbys. */
async function startService(cluster: PatroniCluster): Promise<TestService> {
  await withClient(cluster.adminUrl, async (admin) => {
    await admin.query(`CREATE ROLE directory LOGIN PASSWORD 'patroni'`);
    await admin.query('CREATE DATABASE directory OWNER directory');
    await admin.query('GRANT pg_read_all_stats TO directory');
  });
  const url = cluster.urlOf('directory', 'directory');
  const dataSource = await createDataSource(url, testSettings).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
  const databaseReplicaUrls = cluster.urlsOfNodes('directory', 'directory');
  return TestService.start({ databaseReplicaUrls }, { url, dataSource, drop: () => cluster.stop() });
}

interface Answered {
  readonly at: number;
  readonly status: number;
}

/** The longest time without a success, in seconds. */
const gapOf = (answers: readonly Answered[]): number => {
  const times = answers.filter(({ status }) => status < 300).map(({ at }) => at);
  return Math.max(...times.map((at, index) => at - (times[index - 1] ?? at))) / 1_000;
};

/** The statuses, except those that an outage may cause. */
const statusesOf = (answers: readonly Answered[], ...allowed: readonly number[]) =>
  new Set(answers.map(({ status }) => status).filter((status) => !allowed.includes(status)));

/** Reads, writes and follows the feed until it is stopped. */
class Load {
  readonly reads: Answered[] = [];
  readonly writes: Answered[] = [];
  readonly polls: Answered[] = [];
  /** The acknowledged new accounts, in order; ids could be assigned again. */
  readonly acknowledged: string[] = [];
  /** The accounts reported by the feed. */
  readonly followed: string[] = [];
  private readonly over = new AbortController();
  private readonly running: Promise<void>[];

  constructor(
    private readonly service: TestService,
    private cursor: string,
  ) {
    const readers = Array.from({ length: READERS }, (_, reader) =>
      this.repeat((turn) => this.read(`${reader}-${turn}`)),
    );
    this.running = [...readers, this.repeat(() => this.write()), this.repeat(() => this.poll())];
  }

  async stop(): Promise<void> {
    if (this.over.signal.aborted) return;
    this.over.abort();
    await Promise.all(this.running);
    await this.poll();
  }

  /** Waits for the given number of further writes. */
  async more(writes = 10): Promise<void> {
    const before = this.acknowledged.length;
    await expect.poll(() => this.acknowledged.length).toBeGreaterThanOrEqual(before + writes);
  }

  private async repeat(work: (turn: number) => Promise<unknown>): Promise<void> {
    for (let turn = 0; !this.over.signal.aborted; turn += 1) {
      await work(turn);
      await sleep(20);
    }
  }

  /** Each name is used once, so that no response comes from the cache. */
  private async read(name: string): Promise<void> {
    const { status } = await this.service.get(`/api/v1/websites?name=${name}`);
    this.reads.push({ at: performance.now(), status });
  }

  private async write(): Promise<void> {
    const { status, body } = await this.service.post<{ account: AccountAnswer }>('/api/v1/accounts', accountBody());
    this.writes.push({ at: performance.now(), status });
    if (status === 201) this.acknowledged.push(body.account._id);
  }

  private async poll(): Promise<void> {
    const { status, body } = await this.service.get<{ data: { cursor: string; _id: string }[] }>(
      `/api/v1/changes?since=${this.cursor}`,
    );
    this.polls.push({ at: performance.now(), status });
    if (status !== 200) return;
    this.followed.push(...body.data.map(({ _id }) => _id));
    this.cursor = body.data.at(-1)?.cursor ?? this.cursor;
  }
}

describe.skipIf(missing.length > 0)(`under Patroni${leftOut(missing)}`, () => {
  let cluster: PatroniCluster;
  const service = specFixture(async () => {
    cluster = await PatroniCluster.start();
    return startService(cluster).catch(async (error: unknown) => {
      await cluster.stop();
      throw error;
    });
  });

  const cursor = async () => (await service.get('/api/v1/websites')).headers.get('changes-cursor') ?? '';

  const storedAccounts = async (): Promise<string[]> => {
    const { rows } = await withClient(cluster.urlOf('directory', 'directory'), (client) =>
      client.query<{ uid: string }>('SELECT uid FROM accounts'),
    );
    return rows.map(({ uid }) => uid);
  };

  let standbyReads = 0;
  const lags = new Map<unknown, number>();
  const count = (message: unknown) => {
    const { name, labels, value } = message as MetricEvent; // the channel publishes only these
    if (name === 'replica_lag_seconds' && 'replica' in labels) lags.set(labels.replica, value);
    if (name === 'replica_reads_total' && 'outcome' in labels && labels.outcome === 'replica') standbyReads += 1;
  };
  beforeAll(() => subscribe(METRIC_EVENTS, count));
  afterAll(() => unsubscribe(METRIC_EVENTS, count));

  const startLoad = async (): Promise<Load> => {
    const load = new Load(service, await cursor());
    onTestFinished(() => load.stop());
    return load;
  };

  /** Lists are read on whichever node is the standby. */
  const readOnStandby = async () => {
    const before = standbyReads;
    await expect.poll(() => standbyReads, { timeout: 30_000 }).toBeGreaterThan(before + 20);
  };

  it('a switch-over loses no acknowledged write and no cursor; each node is read while it is the standby', async () => {
    await cluster.settled();
    const load = await startLoad();
    await readOnStandby();
    await load.more();
    await cluster.switchOver();
    await load.more();
    await readOnStandby();
    await load.stop();
    expect(statusesOf(load.reads, 503)).toEqual(new Set([200]));
    expect(statusesOf(load.writes, 503)).toEqual(new Set([201]));
    expect(statusesOf(load.polls, 503)).toEqual(new Set([200]));
    const stored = await storedAccounts();
    expect(load.acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
    expect(load.acknowledged.filter((id) => !load.followed.includes(id))).toEqual([]);
    expect(load.followed).toEqual([...new Set(load.followed)]);
    console.info(`switch-over: ${gapOf(load.writes)} s without writes, ${gapOf(load.reads)} s without reads`);
    expect(gapOf(load.writes)).toBeLessThan(SWITCHED_WITHIN_S);
    expect(gapOf(load.reads)).toBeLessThan(SWITCHED_WITHIN_S);
    // The new primary is not reported as a missing standby.
    await expect.poll(() => [...lags.values()]).toEqual([0, 0]);
  });

  it('a fail-over loses at most the last writes; cursors known to the standby stay valid; the former primary does not take over again', async () => {
    await cluster.settled();
    const load = await startLoad();
    const early = await cursor();
    await load.more();
    const wake = await cluster.killPrimary();
    const before = [...load.acknowledged];
    await load.more();
    wake();
    await load.more();
    await load.stop();
    expect(statusesOf(load.reads, 503)).toEqual(new Set([200]));
    expect(statusesOf(load.writes, 503)).toEqual(new Set([201]));
    expect(statusesOf(load.polls, 503, 410)).toEqual(new Set([200]));
    expect(await service.get(`/api/v1/changes?since=${early}`)).toMatchObject({ status: 200 });
    const stored = await storedAccounts();
    const kept = before.filter((id) => stored.includes(id));
    expect(kept).toEqual(before.slice(0, kept.length));
    // The writer waits for each response, so at most one write was in progress.
    expect(load.acknowledged.slice(before.length + 1).filter((id) => !stored.includes(id))).toEqual([]);
    console.info(
      `fail-over: ${gapOf(load.writes)} s without writes, ${gapOf(load.reads)} s without reads, ${before.length - kept.length} of ${before.length} writes lost`,
    );
    expect(gapOf(load.writes)).toBeLessThan(FAILED_OVER_WITHIN_S);
    expect(gapOf(load.reads)).toBeLessThan(FAILED_OVER_WITHIN_S);
  });
});
