import { SqlExecutor } from '@app/sql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAgent, createStore, testDataSource, TestService, type TestStore } from '@testing';
import { allAnswers } from '../../../test/upgrades/all-answers.js';
import { fillOf, releases } from '../../../test/upgrades/releases.js';
import { copyDirectory } from './database-copy.writer.js';

const signal = new AbortController().signal;

let service: TestService;
let copy: TestStore;

beforeAll(async () => {
  service = await TestService.start();
  copy = await createStore();
  const fill = await fillOf(releases.at(-1) ?? '');
  await fill(service);
});

afterAll(async () => {
  await copy.drop();
  await service.stop();
});

/** The copy as a superuser has it. */
async function asAdmin<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
  const url = new URL(inject('serverUrl'));
  url.pathname = new URL(copy.url).pathname;
  const admin = await testDataSource(url.href).initialize();
  try {
    return await work(SqlExecutor.of(admin));
  } finally {
    await admin.destroy();
  }
}

describe('a copied directory', () => {
  it('answers as the other one does, and numbers new rows behind its own', async () => {
    const source = SqlExecutor.of(service.store.dataSource);
    const seen: string[] = [];
    const counts = await asAdmin((target) =>
      copyDirectory(source, target, { signal, onTable: (table) => seen.push(table) }),
    );
    expect(counts.get('listings')).toBeGreaterThan(5);
    expect(seen).toEqual([...counts.keys()]);
    expect(seen).not.toContain('changes');
    const answers = await allAnswers(service);
    const other = await TestService.start({}, { ...copy, drop: () => Promise.resolve() });
    const copied = await allAnswers(other);
    const differing = [...answers.keys()].filter((path) => answers.get(path) !== copied.get(path));
    // The log of changes begins anew.
    expect(differing.filter((path) => path !== '/api/v1/changes')).toEqual([]);
    const [last, next] = [await createAgent(service, 12, 'Next'), await createAgent(other, 12, 'Next')];
    expect(next.id).toBe(last.id);
    await other.stop();
  });

  it.each([
    ['before a table', 'SELECT count(*) FROM listings', (abort: () => void) => abort()],
    // A signal comes at any time: here while rows are sent.
    ['while it is copied', 'SELECT count(*) FROM audit_log', (abort: () => void) => void setTimeout(abort, 20)],
  ])('is as it was when the work is interrupted %s', async (_, counting, interrupt) => {
    await service.store.dataSource.query(
      `INSERT INTO audit_log (role, action, resource, paths)
      SELECT 'operator', 'update', 'account', ARRAY[repeat('x', 500)] FROM generate_series(1, 40000)`,
    );
    const count = () => copy.dataSource.query(counting);
    const before: unknown = await count();
    const source = SqlExecutor.of(service.store.dataSource);
    const interruption = new AbortController();
    const onTable = (table: string) => {
      if (table === counting.split(' ').at(-1)) interrupt(() => interruption.abort(new Error('interrupted')));
    };
    const copying = asAdmin((target) => copyDirectory(source, target, { signal: interruption.signal, onTable }));
    await expect(copying).rejects.toThrow(/interrupted|cancel/);
    expect(await count()).toEqual(before);
  });
});
