import { describe, expect, it, vi } from 'vitest';
import { Faults } from '../../../bench/soak/caller.js';
import { Deliveries } from '../../../bench/soak/deliveries.js';
import { growthOf, type Sample } from '../../../bench/soak/samples.js';

const STEPS = 60;

/** The numbers that grow in a run, by the elapsed share of the run. */
const growing = (of: (part: number) => Sample): string[] => {
  const samples = Array.from({ length: STEPS }, (_, step) => of(step / STEPS));
  return Object.entries(growthOf(samples)).flatMap(([name, { grows }]) => (grows ? [name] : []));
};

describe('a soak', () => {
  it('finds a value that grows after the warm-up', () => {
    const flat: Sample = { 'service memory': 200, 'service files': 40, 'primary sessions': 20, 'agents dead': 100 };
    expect(growing(() => flat)).toEqual([]);
    expect(growing((part) => ({ ...flat, 'service memory': part < 0.3 ? 100 + part * 300 : 200 }))).toEqual([]);
    expect(growing((part) => ({ ...flat, 'agents dead': part * 60_000 }))).toEqual(['agents dead']);
    expect(growing((part) => ({ 'service memory': 200 + part * 100, 'service files': 40 + part * 60 }))).toEqual([
      'service memory',
      'service files',
    ]);
  });

  it('reports the highest value', () => {
    expect(growthOf([{ 'inbox memory': 513 }, { 'inbox memory': 200 }])['inbox memory']?.highest).toBe(513);
  });

  it('accepts failures while the database restarts, and for one more second', async () => {
    const faults = new Faults();
    faults.addFailure(faults.now, '503', 'before');
    await faults.during(async () => faults.addFailure(faults.now, '503', 'meanwhile'));
    faults.addFailure(faults.now, '503', 'at once');
    faults.addFailure(faults.now + 1_100, '503', 'later');
    expect([faults.excused, faults.list.map(({ what }) => what)]).toEqual([2, ['before', 'later']]);
  });

  it('reports a delivery that one reader missed', () => {
    const faults = new Faults();
    const now = vi.spyOn(faults, 'now', 'get').mockReturnValue(0);
    const deliveries = new Deliveries(faults, ['hook', 'stream']);
    deliveries.expect(1);
    deliveries.expect(2);
    for (const reader of ['hook', 'stream']) deliveries.arrived(reader, { resource: 'agent', id: 1 });
    deliveries.arrived('hook', { resource: 'agent', id: 2 });
    deliveries.check();
    expect(faults.list).toEqual([]);
    now.mockReturnValue(31_000);
    deliveries.check();
    expect(faults.list.map(({ what }) => what)).toEqual(['agent 2 to stream']);
  });
});
