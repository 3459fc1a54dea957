import { describe, expect, it } from 'vitest';
import { createAccount, TestService } from '@testing';
import { startOwnServer } from '../support/own-server.js';
import { PgBouncer } from './pg-bouncer.js';
import { leftOut, missingPrograms } from '../../support/programs.js';

const missing = missingPrograms('pgbouncer');
const READERS = 4;

describe.skipIf(missing.length > 0)(`a restart of PostgreSQL behind PgBouncer${leftOut(missing)}`, () => {
  // By default, PgBouncer refuses the service for 15 seconds, and the service its callers.
  it('fails no read, and at most the current write', async () => {
    const server = await startOwnServer();
    const bouncer = await PgBouncer.start(server.url);
    const store = { url: bouncer.url, dataSource: server.dataSource, drop: server.drop };
    const service = await TestService.start({ databaseDirectUrl: server.url }, store);
    const account = await createAccount(service);
    const [reads, writes]: [number[], number[]] = [[], []];
    const over = new AbortController();
    // Each name is used once, so that no response comes from the cache.
    const readers = Array.from({ length: READERS }, async (_, reader) => {
      for (let turn = 0; !over.signal.aborted; turn++) {
        reads.push((await service.get(`/api/v1/websites?name=${reader}-${turn}`)).status);
      }
    });
    const writer = (async () => {
      for (let turn = 0; !over.signal.aborted; turn++) {
        writes.push((await service.put(`/api/v1/websites/${account.websiteID}`, { about: `Turn ${turn}` })).status);
      }
    })();
    const more = async () => {
      const [readBefore, wroteBefore] = [reads.length, writes.filter((status) => status === 200).length];
      await expect.poll(() => reads.length, { interval: 10 }).toBeGreaterThan(readBefore + 50);
      await expect
        .poll(() => writes.filter((status) => status === 200).length, { interval: 10 })
        .toBeGreaterThan(wroteBefore + 5);
    };
    await more();
    await server.restart('fast');
    await more();
    over.abort();
    await Promise.all([...readers, writer]);
    await service.app.close();
    await bouncer.stop();
    await server.drop();
    expect(new Set(reads)).toEqual(new Set([200]));
    const failed = writes.filter((status) => status !== 200);
    expect(new Set(failed)).toEqual(new Set(failed.length > 0 ? [503] : []));
    expect(failed.length).toBeLessThanOrEqual(2);
  });
});
