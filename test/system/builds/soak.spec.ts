import { describe, expect, it } from 'vitest';
import { Faults } from '../../../bench/soak/faults.js';
import { Deliveries } from '../../../bench/soak/loads/deliveries.js';
import { memoryChart, reportOf } from '../../../bench/soak/report.js';
import type { Sample } from '../../../bench/soak/samples.js';
import { assertionsOf } from '../../../bench/soak/verdict.js';

const LIMIT_MB = 512;
const STEPS = 60;

/** Samples of a run; a number may depend on the part of the run that is over. */
const run = (of: (part: number) => Partial<Sample> & { memoryMB?: number; dead?: number }): Sample[] =>
  Array.from({ length: STEPS }, (_, step) => {
    const { memoryMB = 200, dead = 100, ...sample } = of(step / STEPS);
    return {
      seconds: step * 30,
      memory: { service: memoryMB },
      openFiles: { service: 40 },
      connections: 20,
      standbyConnections: 8,
      tables: { agents: { dead, megabytes: 1 } },
      ...sample,
    };
  });

const failing = (samples: readonly Sample[], done: Readonly<Record<string, number>> = { feeds: 3 }): string[] =>
  assertionsOf({ samples, faults: [], done }, LIMIT_MB)
    .filter(({ holds }) => !holds)
    .map(({ name }) => name.replace(/:.*/, ''));

describe('the verdict of a soak', () => {
  it.each<[string, Parameters<typeof run>[0], string[]]>([
    ['what is flat', () => ({}), []],
    ['what grows during the warm-up', (part) => ({ memoryMB: part < 0.3 ? 100 + part * 300 : 200 }), []],
    ['memory that grows', (part) => ({ memoryMB: 200 + part * 100 }), ['memory of service, MB']],
    ['a peak above the limit', (part) => ({ memoryMB: part === 0.5 ? 513 : 200 }), ['memory of service, MB']],
    ['open files', (part) => ({ openFiles: { service: 40 + part * 60 } }), ['open files of service']],
    ['connections', (part) => ({ connections: 20 + Math.floor(part * 20) }), ['connections']],
    ['dead rows', (part) => ({ dead: part * 60_000 }), ['dead rows of agents']],
  ])('finds %s', (_, of, names) => {
    expect(failing(run(of))).toEqual(names);
  });

  it('fails a run without samples, and one without a part of its load', () => {
    expect(failing([])).toEqual(['samples']);
    expect(
      failing(
        run(() => ({})),
        { feeds: 0, exports: 2 },
      ),
    ).toEqual(['feeds']);
  });

  it('does not judge the growth of memory in a run of minutes, but its peak', () => {
    const short = (peak: number) => run((part) => ({ seconds: part * 500, memoryMB: 100 + part * (peak - 100) }));
    expect(failing(short(400))).toEqual([]);
    expect(failing(short(600))).toEqual(['memory of service, MB']);
  });

  it('counts each fault once', () => {
    const faults = new Faults();
    for (const kind of ['503', 'no answer', 'stale', 'not delivered', '404']) faults.add(kind, 'GET /x', 'id');
    const findings = { samples: run(() => ({})), faults: faults.list, done: {} };
    const found = assertionsOf(findings, LIMIT_MB).filter(({ holds }) => !holds);
    expect(found.map((assertion) => assertion.found)).toEqual(['2', '1', '1', '1']);
    expect(reportOf(found, faults.list)).toContain('| 503 | GET /x | id |');
  });

  it('excuses failures while the database restarts, and a second longer', async () => {
    const faults = new Faults();
    faults.addFailure(faults.now, '503', 'before');
    await faults.during(async () => faults.addFailure(faults.now, '503', 'meanwhile'));
    faults.addFailure(faults.now, '503', 'at once');
    faults.addFailure(faults.now + 1_100, '503', 'later');
    expect([faults.excused, faults.list.map(({ what }) => what)]).toEqual([2, ['before', 'later']]);
  });

  it('misses a delivery to one reader', () => {
    const faults = new Faults();
    const deliveries = new Deliveries(faults, ['hook', 'stream']);
    deliveries.expect(1);
    deliveries.expect(2);
    for (const reader of ['hook', 'stream']) deliveries.arrived(reader, 1);
    deliveries.arrived('hook', 2);
    deliveries.check();
    expect(faults.list).toEqual([]);
    deliveries.end();
    expect(faults.list.map(({ what }) => what)).toEqual(['agent 2 to stream']);
    expect(deliveries.areComplete).toBe(true);
  });

  it('draws a curve for each process', () => {
    const curve = memoryChart(
      run(() => ({ memory: { 'service 0': 100, inbox: 50 } })),
      LIMIT_MB,
    );
    expect(curve.match(/<polyline/g)).toHaveLength(2);
  });
});
