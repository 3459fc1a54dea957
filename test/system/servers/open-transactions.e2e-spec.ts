import { tmpdir } from 'node:os';
import { openTransactions, type OpenTransaction } from '@app/changes';
import { SqlExecutor } from '@app/sql';
import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OpenTransactionsJob } from '../../../libs/changes/src/log/open-transactions.job.js';
import { createAccount, InProcessCommand, specService, storeEnvironment } from '@testing';
import { startOwnServer, type OwnServer } from '../support/own-server.js';

/** A server of its own; on a shared server, transactions of other specs are older. */
let server: OwnServer;
const service = specService({}, async () => (server = await startOwnServer({ max_prepared_transactions: '1' })));
let holder: Client | undefined;

afterEach(() => holder?.end());

/** Opens a transaction with a transaction id. */
async function leaveOpen(url: string): Promise<Client> {
  holder = new Client({ connectionString: url, application_name: 'forgotten' });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT pg_current_xact_id()');
  return holder;
}

const open = (seconds: number): Promise<OpenTransaction[]> => openTransactions(service.app.get(SqlExecutor), seconds);
const pidOf = (client: Client) => (client as Client & { readonly processID: number }).processID;

/** Moves the waiting changes into the past. */
async function changeLongAgo(): Promise<void> {
  await createAccount(service);
  await service.store.dataSource.query(`UPDATE changes SET at = at - interval '10 minutes'
    WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())`);
}

describe('an abandoned transaction', () => {
  it('of the same role is reported with all its details', async () => {
    expect(await open(0)).toEqual([]);
    const client = await leaveOpen(server.url);
    const database = new URL(server.url).pathname.slice(1);
    expect(await open(0)).toEqual([
      {
        pid: pidOf(client),
        gid: null,
        database,
        application: 'forgotten',
        state: 'idle in transaction',
        seconds: expect.any(Number) as number,
      },
    ]);
    expect(await open(60)).toEqual([]);
  });

  it('of another role and database is reported with at least the age of the first waiting change', async () => {
    const client = await leaveOpen(new URL('/postgres', server.adminUrl).href);
    expect(await open(0)).toEqual([]);
    await changeLongAgo();
    const [found] = await open(60);
    expect(found).toMatchObject({ pid: pidOf(client), database: 'postgres', application: 'forgotten', state: null });
    expect(found?.seconds).toBeGreaterThanOrEqual(600);
    const words = new RegExp(`session ${pidOf(client)} \\(forgotten\\) of the database postgres, 6\\d\\d s old`);

    const { status, body } = await service.get('/readyz', { as: null });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ openTransactions: [expect.stringMatching(words)] }),
    ]);

    const command = new InProcessCommand(['hooks', 'list'], storeEnvironment(server.url), tmpdir());
    expect(await command.ended).toBe(0);
    expect(command.printed.stderr).toMatch(/^Hooks wait for an open transaction: /);
    expect(command.printed.stderr).toMatch(words);

    const warn = vi.spyOn(Logger.prototype, 'warn');
    await service.app.get(OpenTransactionsJob).run();
    expect(warn.mock.calls).toEqual([[expect.stringMatching(words)]]);
    warn.mockRestore();
  });

  it('is reported when it is prepared', async () => {
    const client = await leaveOpen(server.url);
    await client.query(`PREPARE TRANSACTION 'forgotten'`);
    try {
      expect(await open(0)).toMatchObject([{ pid: null, gid: 'forgotten', application: null }]);
    } finally {
      await client.query(`ROLLBACK PREPARED 'forgotten'`);
    }
    expect(await open(0)).toEqual([]);
  });
});
