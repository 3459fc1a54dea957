import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { checkSecretsKey, SecretsKeyRepository } from '@app/auth';
import type { Settings } from '@app/config';
import { opened, seal, sql, SqlExecutor } from '@app/sql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { startReceiver } from '../support/hook-receiver.js';
import { SEALED_COLUMNS } from '../../libs/persistence/src/reseal.writer.js';
import {
  type AccountAnswer,
  agentBody,
  createAccount,
  createCredential,
  InProcessCommand,
  storeEnvironment,
  TestService,
  testSettings,
} from '@testing';

const OLD = testSettings.secretsKey;
const NEW = randomBytes(32);
const BOTH = { secretsKey: NEW, secretsKeyOld: OLD };
const HOUR_MS = 3_600_000;

/** Columns of bytes that are not sealed. */
const NOT_SEALED = [
  'credentials.secret_hash',
  'idempotent_answers.fingerprint',
  'secrets_key.former',
  'secrets_key.in_force',
];

let service: TestService;
let executor: SqlExecutor;

beforeEach(async () => {
  service = await TestService.start();
  executor = SqlExecutor.of(service.store.dataSource);
  await checkSecretsKey(executor, { secretsKey: OLD });
});

afterEach(() => service.stop());

/** Another process on the database, checked as the service checks it at start. */
async function replica(settings: Partial<Settings>): Promise<TestService> {
  await checkSecretsKey(executor, { ...testSettings, ...settings });
  return service.replica(settings);
}

const envOf = ({ secretsKey, secretsKeyOld }: Partial<Settings>): Record<string, string> => ({
  ...storeEnvironment(service.store.url),
  ...(secretsKey ? { SECRETS_KEY: secretsKey.toString('base64') } : {}),
  ...(secretsKeyOld ? { SECRETS_KEY_OLD: secretsKeyOld.toString('base64') } : {}),
});

/** Runs an operator's command beside the service. */
async function directory(words: string, settings: Partial<Settings>) {
  const command = new InProcessCommand(words.split(' '), envOf(settings), tmpdir());
  return { code: await command.ended, ...command.printed };
}

const byteColumns = () =>
  service.store.dataSource.query<{ table: string; column: string }[]>(`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'bytea' ORDER BY 1, 2`);

/** How many of all stored byte values a key opens. */
async function countOpened(key: Buffer): Promise<number> {
  let count = 0;
  for (const { table, column } of await byteColumns()) {
    const rows = await service.store.dataSource.query<{ bytes: Buffer | null }[]>(
      `SELECT ${column} AS bytes FROM ${table}`,
    );
    count += rows.filter(({ bytes }) => bytes && opened(bytes, key)).length;
  }
  return count;
}

/** Writes a value into every sealed column, with a key. */
async function fill(key: Buffer, accounts: number): Promise<void> {
  await service.store.dataSource.query(
    `WITH filled AS (
      INSERT INTO accounts SELECT (jsonb_populate_record(account, jsonb_build_object('id', account.id + n,
        'uid', gen_random_uuid()))).* FROM accounts account, generate_series(1, $1::int) AS n RETURNING id)
    INSERT INTO credentials (website_id, access_key, secret_hash, secret_sealed)
    SELECT id, 'filled-' || id, '', $2 FROM filled`,
    [accounts, seal('filled', key)],
  );
  await service.store.dataSource.query(
    `WITH upload AS (INSERT INTO feed_uploads (id) VALUES (gen_random_uuid()) RETURNING id)
    INSERT INTO feed_upload_chunks (upload_id, position, bytes) SELECT id, n, $1 FROM upload, generate_series(0, 20) AS n`,
    [seal(randomBytes(1_000), key)],
  );
  await service.store.dataSource.query(
    `INSERT INTO idempotent_answers (credential_id, key, fingerprint, answer)
    SELECT n % 3, 'key ' || n, '', $1 FROM generate_series(1, 20) AS n`,
    [seal('{}', key)],
  );
}

/** The sessions of this database that wait for a lock. */
const waiting = () =>
  executor.query(sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);

/** Blocks a reseal at the last sealed column until `free`. */
async function holdUp(): Promise<{ reached: () => Promise<boolean>; free: () => Promise<void> }> {
  let free: () => void = () => undefined;
  const isFree = new Promise<void>((resolve) => (free = resolve));
  let hold: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => (hold = resolve));
  const holding = executor.transaction(async (within) => {
    await within.execute(sql`SELECT FROM feed_upload_chunks FOR UPDATE`);
    hold();
    await isFree;
  });
  await isHeld;
  const reached = async () => (await waiting()).length > 0;
  return { reached, free: () => (free(), holding) };
}

describe('replacing SECRETS_KEY (B57)', () => {
  it('works process by process, and no request fails', async () => {
    const account = await createAccount(service, {
      hooks: [{ name: 'CRM', url: 'https://crm.example/in', trigger: '' }],
    });
    const running = [service, await replica({})];
    const [seen, secrets] = [new Set<string>(), new Set<string>()];
    let rounds = 0;
    const end = new AbortController();
    const website = `/api/v1/websites/${account.websiteID}`;
    const { body: hooks } = await service.get<{ data: { hookID: number }[] }>(`${website}/hooks`);
    const hook = `${website}/hooks/${hooks.data[0]?.hookID}/secret`;

    /** Writes sealed values with one process, and reads them with all. */
    const round = async (): Promise<void> => {
      const before = [...running];
      const by = before[rounds++ % before.length] ?? service;
      const own = { accessKey: `access-key-${rounds}-of-16`, secretKey: `secret-key-${rounds}-of-24-characters` };
      const headers = { 'idempotency-key': `round-${rounds}` };
      const answers = [await by.put<AccountAnswer>(website, own)];
      for (const process of before) {
        const agent = agentBody(account.websiteID, `Agent ${rounds}`);
        const made = await process.post<{ agent: unknown }>('/api/v1/agents', agent, { headers });
        const shown = await process.put<AccountAnswer>(website, {}, { as: own });
        const { body: secret, status } = await process.get<{ secret: string }>(hook);
        secrets.add(secret.secret);
        for (const one of [...answers, made, shown]) seen.add(String(one.status));
        if (made.headers.has('idempotent-replayed')) seen.add('replayed');
        seen.add(String(status));
        if (shown.body.secretKey !== own.secretKey) seen.add('another secret');
      }
    };
    const traffic = (async () => {
      while (!end.signal.aborted) await round();
    })();
    /** Lets every process work for a while. */
    const meanwhile = async (): Promise<void> => {
      const from = rounds;
      await expect.poll(() => rounds).toBeGreaterThan(from + 1);
    };
    const roll = async (settings: Partial<Settings>): Promise<void> => {
      for (const _ of running.slice()) {
        const former = running[0] ?? service;
        running.push(await replica(settings));
        await meanwhile();
        running.shift();
        // The round that still has the former key.
        await meanwhile();
        if (former !== service) await former.stop();
      }
    };
    await meanwhile();
    await roll(BOTH);
    expect(await countOpened(NEW)).toBe(0);
    const resealed = await directory('keys reseal', BOTH);
    expect(resealed).toMatchObject({ code: 0, stderr: '' });
    await meanwhile();
    await roll({ secretsKey: NEW });
    end.abort();
    await traffic;
    expect(seen).toEqual(new Set(['200', 'replayed']));
    // With the former key, then with the new one.
    expect(secrets.size).toBe(2);
    expect(await countOpened(OLD)).toBe(0);
    for (const process of running) await process.stop();
  });

  it('covers every sealed column', async () => {
    const names = (await byteColumns()).map(({ table, column }) => `${table}.${column}`);
    const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(names).toEqual([...sealed, ...NOT_SEALED].sort());
  });

  it('can be interrupted and continued, and finds nothing more to do afterwards', async () => {
    await createAccount(service);
    await fill(OLD, 10);
    const before = await countOpened(OLD);
    const [changes] = await executor.query<{ count: number }>(sql`SELECT count(*)::int AS count FROM changes`);
    const { reached, free } = await holdUp();
    const interrupted = new InProcessCommand(['keys', 'reseal'], envOf(BOTH), tmpdir());
    await expect.poll(reached).toBe(true);
    const stopped = interrupted.stop();
    await free();
    expect(await stopped).toBe(2);
    for (const key of [OLD, NEW]) expect(await countOpened(key)).toBeGreaterThan(0);
    expect((await countOpened(OLD)) + (await countOpened(NEW))).toBe(before);
    expect((await directory('hooks list', { secretsKey: NEW })).stderr).toContain('run `keys reseal` to its end');
    const done = await directory('keys reseal', BOTH);
    expect(done.stdout).toMatch(
      /^Sealed again: \d+ credentials, \d+ idempotent_answers, \d+ feed_upload_chunks\. Hooks .* until \d{4}-.*\n$/,
    );
    expect([await countOpened(OLD), await countOpened(NEW)]).toEqual([0, before]);
    const again = await directory('keys reseal', BOTH);
    expect(again.stdout).toMatch(/^Sealed again: 0 credentials, 0 idempotent_answers, 0 feed_upload_chunks\./);
    const entries = await executor.query(sql`SELECT command, action, counts FROM audit_log WHERE action = 'reseal'`);
    expect(entries).toEqual([
      {
        command: 'keys reseal',
        action: 'reseal',
        counts: expect.objectContaining({ credentials: expect.any(Number) }),
      },
    ]);
    expect(await executor.query(sql`SELECT count(*)::int AS count FROM changes`)).toEqual([changes]);
  });

  it('waits for transactions that write with the former key', async () => {
    const account = await createAccount(service);
    const both = await replica(BOTH);
    let commit: () => void = () => undefined;
    const isTold = new Promise<void>((resolve) => (commit = resolve));
    let note: () => void = () => undefined;
    const isWritten = new Promise<void>((resolve) => (note = resolve));
    const writing = executor.transaction(async (within) => {
      await within.execute(sql`SELECT FROM secrets_key FOR SHARE`);
      await within.execute(sql`UPDATE credentials SET secret_sealed = ${seal('late', OLD)}`);
      note();
      await isTold;
    });
    await isWritten;
    const reseal = directory('keys reseal', BOTH);
    await expect.poll(waiting).not.toEqual([]);
    // Others write meanwhile, until the lock is requested again.
    await createCredential(both, account, { scope: 'read' });
    commit();
    await writing;
    expect((await reseal).code).toBe(0);
    expect(await countOpened(OLD)).toBe(0);
    await both.stop();
  });

  it('reports a process that knows only the former key, and reseals what it has written', async () => {
    const account = await createAccount(service);
    await fill(OLD, 1);
    const { reached, free } = await holdUp();
    const command = directory('keys reseal', BOTH);
    await expect.poll(reached).toBe(true);
    // Behind the position that the first pass has read.
    await executor.execute(sql`UPDATE credentials SET secret_sealed = ${seal('late', OLD)}
      WHERE id = (SELECT min(id) FROM credentials)`);
    await free();
    const { code, stderr } = await command;
    const late = [2, expect.stringContaining('by a process that knows only that key')];
    expect([code, stderr]).toEqual(late);
    expect(await countOpened(OLD)).toBe(0);
    await executor.execute(sql`UPDATE credentials SET secret_sealed = ${seal('written-later', OLD)}`);
    const process = await replica({ secretsKey: NEW });
    const update = () => process.put(`/api/v1/websites/${account.websiteID}`, {}, { as: account });
    expect(await update()).toMatchObject({ status: 503 });
    const again = await directory('keys reseal', BOTH);
    expect([again.code, again.stderr]).toEqual(late);
    expect(await update()).toMatchObject({ status: 200, body: { secretKey: 'written-later' } });
    await process.stop();
    expect(await directory('keys reseal', BOTH)).toMatchObject({ code: 0, stderr: '' });
  });

  it('is refused in a wrong order, before and after the reseal, with a remedy', async () => {
    const other = randomBytes(32);
    const orders: [string, Partial<Settings>, RegExp | null, RegExp | null][] = [
      ['the key as before', {}, null, /^SECRETS_KEY: was replaced by another key on \d{4}-\S+Z; use that key/],
      ['the new key alone', { secretsKey: NEW }, /^SECRETS_KEY: is not the key .* set it as SECRETS_KEY_OLD/, null],
      ['both', BOTH, null, null],
      [
        'both, exchanged',
        { secretsKey: OLD, secretsKeyOld: NEW },
        /^SECRETS_KEY_OLD: was never in force, and SECRETS_KEY is: exchange them/,
        /^SECRETS_KEY: was replaced .*, which is given as SECRETS_KEY_OLD: exchange them/,
      ],
      [
        'one key twice',
        { secretsKey: OLD, secretsKeyOld: OLD },
        /^SECRETS_KEY_OLD: got the key of SECRETS_KEY/,
        /^SECRETS_KEY_OLD: got the key of SECRETS_KEY/,
      ],
      [
        'two others',
        { secretsKey: other, secretsKeyOld: randomBytes(32) },
        /^SECRETS_KEY: is not the key/,
        /^SECRETS_KEY: is not the key/,
      ],
      ['the next but one', { secretsKey: other, secretsKeyOld: NEW }, /^SECRETS_KEY: is not the key/, null],
    ];
    await createAccount(service);
    const expectFault = async (name: string, settings: Partial<Settings>, fault: RegExp | null) => {
      const { code, stderr } = await directory('hooks list', settings);
      expect([name, code, stderr]).toEqual([name, fault ? 2 : 0, fault ? expect.stringMatching(fault) : '']);
    };
    for (const [name, settings, before] of orders) await expectFault(name, settings, before);
    expect((await directory('keys reseal', {})).stderr).toContain('SECRETS_KEY_OLD: got nothing');
    expect((await directory('keys reseal', BOTH)).code).toBe(0);
    for (const [name, settings, , after] of orders) await expectFault(name, settings, after);
  });

  it('signs hooks with the secrets of both keys, until a day after the reseal', async () => {
    await using crm = await startReceiver();
    const writer = await replica({ hooksAllow: [crm.origin] });
    const account = await createAccount(writer, { hooks: [{ name: 'CRM', url: `${crm.origin}/in`, trigger: '' }] });
    const both = await replica({ ...BOTH, hooksAllow: [crm.origin] });
    const path = `/api/v1/websites/${account.websiteID}/hooks`;
    const { body } = await both.get<{ data: { hookID: number }[] }>(path);
    const hook = `${path}/${body.data[0]?.hookID}`;
    const secretOf = async (process: TestService) =>
      (await process.get<{ secret: string; formerSecret: string | null }>(`${hook}/secret`)).body;
    const before = await secretOf(both);
    expect(before).toEqual(await secretOf(service));
    await both.post(`${hook}/ping`, undefined);
    expect((await directory('keys reseal', BOTH)).code).toBe(0);
    const after = await secretOf(both);
    expect(after).toMatchObject({ formerSecret: before.secret, formerUntil: expect.any(String) });
    const last = await replica({ secretsKey: NEW });
    expect((await secretOf(last)).secret).toBe(after.secret);
    const message = crm.received.at(-1);
    for (const holder of [before.secret, after.secret]) {
      expect(new Webhook(holder).verify(message?.body ?? '', message?.headers as Record<string, string>)).toBeTruthy();
    }
    const repository = new SecretsKeyRepository(executor, { ...testSettings, ...BOTH });
    const inForce = (hours: number) => repository.inForce(new Date(Date.now() + hours * HOUR_MS));
    expect(await inForce(23)).toMatchObject({ key: NEW, along: OLD });
    expect(await inForce(25)).toEqual({ key: NEW, since: expect.any(Date) });
    for (const process of [writer, both, last]) await process.stop();
  });
});
