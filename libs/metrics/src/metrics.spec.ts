import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GaugeReader } from './gauges.js';
import { kept } from './kept.js';
import { Metrics } from './metrics.js';
import { increment, isMeasured, observe, reportPrune } from './report.js';

const LIMIT_MS = 50;

describe('gauges of the database', () => {
  const never = () => new Promise<number>(() => undefined);
  const valuesOf = async (reader: GaugeReader) =>
    Object.fromEntries((await reader.read()).map(({ name, values }) => [name, values.map(([, value]) => value)]));

  it('have no value if they fail or return none', async () => {
    const reader = new GaugeReader({
      own: { change_streams: () => 3, inbox_waiting_files: () => undefined },
      database: {
        changes_horizon_age_seconds: () => Promise.reject(new Error('away')),
        hooks_oldest_pending_seconds: () => Promise.resolve(7),
        feed_last_success_timestamp_seconds: () => Promise.resolve(undefined),
      },
    });
    expect(await valuesOf(reader)).toEqual({
      change_streams: [3],
      inbox_waiting_files: [],
      changes_horizon_age_seconds: [],
      hooks_oldest_pending_seconds: [7],
      feed_last_success_timestamp_seconds: [],
    });
  });

  it('are read one at a time, and not again while an earlier read hangs', async () => {
    let [running, most, asked] = [0, 0, 0];
    let end = (): void => undefined;
    const slow = async () => {
      asked += 1;
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => (end = resolve));
      running -= 1;
      return 1;
    };
    const reader = new GaugeReader(
      { own: {}, database: { changes_horizon_age_seconds: slow, hooks_oldest_pending_seconds: slow } },
      LIMIT_MS,
    );
    const nothing = { changes_horizon_age_seconds: [], hooks_oldest_pending_seconds: [] };
    expect(await valuesOf(reader)).toEqual(nothing);
    expect(await Promise.all([valuesOf(reader), valuesOf(reader)])).toEqual([nothing, nothing]);
    expect([asked, most]).toEqual([1, 1]);
    end();
    await expect.poll(async () => (await reader.read(), asked)).toBe(2);
    expect(most).toBe(1);
    end();
  });

  it('take no longer than their limit in total', async () => {
    const database = { changes_horizon_age_seconds: never, hooks_oldest_pending_seconds: never };
    const begun = performance.now();
    await new GaugeReader({ own: {}, database }, LIMIT_MS).read();
    expect(performance.now() - begun).toBeGreaterThanOrEqual(LIMIT_MS - 5);
  });
});

describe('a kept read', () => {
  it('is shared and repeated for its time, and an error is not', async () => {
    let asked = 0;
    const read = kept(() => (++asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve(asked)), LIMIT_MS);
    await expect(read()).rejects.toThrow('away');
    expect(await Promise.all([read(), read()])).toEqual([2, 2]);
    expect(await read()).toBe(2);
    await expect.poll(read).toBe(3);
  });
});

describe('metrics', () => {
  let metrics: Metrics | undefined;

  beforeEach(() => {
    metrics = Metrics.begin({ metricsPort: 0, host: '127.0.0.1' });
  });
  afterEach(() => metrics?.close());

  const served = async () => (await fetch((await metrics?.serve({ own: {}, database: {} })) ?? '')).text();

  it('include values that are reported while they are collected', async () => {
    increment('auth_failures_total', { reason: 'no_keys' });
    observe('db_statement_duration_seconds', { statement: 'list' }, 0.01);
    reportPrune('audit', 1_000);
    const text = await served();
    expect(text).toContain('auth_failures_total{reason="no_keys"} 1');
    expect(text).toContain('auth_failures_total{reason="unknown_key"} 0');
    expect(text).toContain('db_statement_duration_seconds_bucket{le="0.005",statement="list"} 0');
    expect(text).toContain('db_statement_duration_seconds_bucket{le="0.02",statement="list"} 1');
    expect(text).toContain('prune_last_success_timestamp_seconds{job="audit"} 1\n');
    await metrics?.close();
    expect(isMeasured()).toBe(false);
  });

  it('have no value for a gauge without a reader', async () => {
    expect(await served()).toMatch(/# TYPE inbox_waiting_files gauge\n\n/);
  });

  it('have no value for a gauge with labels that cannot be read any more', async () => {
    let isAway = false;
    const sizes = () =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve([[{ table: 'changes' }, 8]] as const);
    const url = (await metrics?.serve({ own: {}, database: { db_table_bytes: sizes } })) ?? '';
    expect(await (await fetch(url)).text()).toContain('db_table_bytes{table="changes"} 8\n');
    isAway = true;
    expect(await (await fetch(url)).text()).not.toContain('db_table_bytes{');
  });

  it('answer 500 if a gauge cannot be read, and the process continues', async () => {
    const broken = (): number => {
      throw new Error('broken');
    };
    const url = (await metrics?.serve({ own: { change_streams: broken }, database: {} })) ?? '';
    expect((await fetch(url)).status).toBe(500);
    expect((await fetch(url)).status).toBe(500);
  });

  it('report METRICS_PORT if it is in use', async () => {
    const url = (await metrics?.serve({ own: {}, database: {} })) ?? '';
    const second = Metrics.begin({ metricsPort: Number(new URL(url).port), host: '127.0.0.1' });
    const taken = `METRICS_PORT: ${new URL(url).port} of 127.0.0.1 is already used by another process`;
    await expect(second?.serve({ own: {}, database: {} })).rejects.toThrow(taken);
    await second?.close();
  });
});
