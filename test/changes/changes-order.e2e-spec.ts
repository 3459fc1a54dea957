import { ChangesRepository, type ChangeRow, type ChangeKey } from '@app/changes';
import { generatedSource } from '@app/bundles';
import { ADVISORY_LOCKS, SqlExecutor } from '@app/sql';
import { beforeAll, expect, it } from 'vitest';
import { account } from '../support/bundle-lines.js';
import { endOf, listingLine, servicesOn, specStore } from '@testing';

const ALL = ['account', 'agent', 'listing', 'property', 'suburb', 'credential'] as const;
const WRITERS = 8;
const ROUNDS = 25;
const LISTINGS = 40;

const store = specStore();
let log: ChangesRepository;

beforeAll(async () => {
  log = new ChangesRepository(SqlExecutor.of(store.dataSource));
  await servicesOn(store.dataSource).importer.import([
    generatedSource('accounts', [account(1), account(2)]),
    generatedSource(
      'listings',
      Array.from({ length: LISTINGS }, (_, at) => listingLine(1 + (at % 2), { id: at + 1 })),
    ),
  ]);
});

const numberUpTo = (most: number): number => 1 + Math.floor(Math.random() * most);
/** Statements of a writer, in random order; some transactions are rolled back. */
const WRITES = [
  () => `UPDATE listings SET bedrooms = ${numberUpTo(1000)} WHERE id = ${numberUpTo(LISTINGS)}`,
  () => `UPDATE accounts SET name = 'Agency ${numberUpTo(1000)}' WHERE id = ${numberUpTo(2)}`,
  () =>
    `UPDATE listing_documents SET document = document || ',"a${numberUpTo(1000)}":1' WHERE listing_id = ${numberUpTo(LISTINGS)}`,
  () => `DO $$ BEGIN PERFORM pg_sleep(random() * 0.02); END $$`,
];

async function writeRound(): Promise<void> {
  const write = WRITES[numberUpTo(WRITES.length) - 1];
  const runner = store.dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(write?.() ?? '');
    await runner.query('SELECT pg_sleep(random() * 0.02)');
    await (Math.random() < 0.2 ? runner.rollbackTransaction() : runner.commitTransaction());
  } finally {
    await runner.release();
  }
}

const write = (): Promise<unknown> =>
  Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (let round = 0; round < ROUNDS; round++) await writeRound();
    }),
  );

const keys = (changes: readonly ChangeKey[]): string[] => changes.map(({ xid, id }) => `${xid} ${id}`);

it('a reader of the log sees every change exactly once, however slow the writers are', async () => {
  const start = await endOf(store.dataSource);
  const writing = new AbortController();
  const read: ChangeRow[] = [];
  const readOn = async () => {
    const position = read.at(-1) ?? start;
    read.push(...(await log.after(position, { resources: ALL }, numberUpTo(5), null)));
  };
  const reader = (async () => {
    while (!writing.signal.aborted) await readOn();
  })();
  await write();
  writing.abort();
  await reader;
  const written = await store.dataSource.query<ChangeKey[]>(
    'SELECT xid, id FROM changes WHERE (xid, id) > ($1, $2) ORDER BY changes.xid, changes.id',
    [start.xid, start.id],
  );
  // Transactions in other databases of the server also hold back the end of the log.
  while (read.length < written.length) await readOn();
  expect(written.length).toBeGreaterThan(WRITERS);
  expect(keys(read)).toEqual(keys(written));
});

interface Look {
  readonly snapshot: string;
  readonly changes: { readonly xid: string }[] | null;
}

it('changes_since returns each change between two snapshots exactly once', async () => {
  const looks: (Look & { readonly visible: string[] })[] = [];
  const writing = new AbortController();
  const reader = (async () => {
    for (let last = '1:1:'; !writing.signal.aborted || looks.length < 2; last = looks.at(-1)?.snapshot ?? last) {
      const [look] = await store.dataSource.query<[Look & { visible: string[] }]>(
        `SELECT pg_current_snapshot()::text AS snapshot, changes_since($1::pg_snapshot, 100000) AS changes,
           ARRAY(SELECT DISTINCT xid::text FROM changes) AS visible`,
        [last],
      );
      looks.push(look);
    }
  })();
  await write();
  writing.abort();
  await reader;
  const told = new Set<string>();
  for (const [at, { changes, visible }] of looks.entries()) {
    const known = new Set(looks[at - 1]?.visible);
    const fresh = visible.filter((xid) => !known.has(xid));
    const xids = new Set(changes?.map(({ xid }) => xid));
    expect(xids).toEqual(new Set(fresh));
    expect([...xids].filter((xid) => told.has(xid))).toEqual([]);
    for (const xid of xids) told.add(xid);
  }
  expect(looks.filter(({ changes }) => changes?.length).length).toBeGreaterThan(10);
});

it('changes_since returns null if there are more changes than its limit', async () => {
  const [{ last }] = await store.dataSource.query<[{ last: string }]>('SELECT pg_current_snapshot()::text AS last');
  const since = async (most: number) => {
    const rows = await store.dataSource.query<[{ changes: object[] | null }]>(
      'SELECT changes_since($1::pg_snapshot, $2) AS changes',
      [last, most],
    );
    return rows[0].changes;
  };
  expect(await since(3)).toEqual([]);
  await store.dataSource.query('UPDATE listings SET is_off_market = true WHERE id <= 3');
  expect(await since(3)).toMatchObject([1, 2, 3].map((id) => ({ resource: 'listing', id, kind: 'updated' })));
  expect(await since(2)).toBeNull();
});

it.each([
  ['UPDATE listings SET bedrooms = bedrooms + 1', 'ShareLock'],
  ["UPDATE accounts SET name = 'Another' WHERE id = 1", 'ShareLock'],
  ["UPDATE accounts SET listing_office_ids = '{AB}' WHERE id = 1", 'ExclusiveLock'],
  ["UPDATE suburbs SET region_name = 'Another'", 'ExclusiveLock'],
])('transactions that change the context of other rows commit one at a time: %s', async (statement, expected) => {
  const locks = await store.dataSource.transaction(async (manager) => {
    await manager.query(statement);
    await manager.query('SET CONSTRAINTS ALL IMMEDIATE');
    return manager.query<object[]>(
      `SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND pid = pg_backend_pid()`,
      [ADVISORY_LOCKS.changes],
    );
  });
  expect(locks).toEqual([{ mode: expected }]);
});
