import fc from 'fast-check';
import { Column, Entity, EntitySchema, PrimaryGeneratedColumn, type DataSource as Connected } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStore, testDataSource, type TestStore } from '@testing';
import { copyIn, ownsTables, saveInTurn, nextIds, upsert } from './bulk-writes.js';
import { Database } from './pool/database.js';
import { SqlExecutor } from './sql-executor.js';
import { sql } from './tag.js';

interface House {
  id: number;
  name: string;
  tags: string[];
  built: Date | null;
  details: object | null;
}

const HouseEntity = new EntitySchema<House>({
  name: 'House',
  tableName: 'houses',
  columns: {
    id: { type: 'integer', primary: true },
    name: { type: 'text', name: 'full_name' },
    tags: { type: 'text', array: true },
    built: { type: 'timestamptz', nullable: true },
    details: { type: 'jsonb', nullable: true },
  },
});

@Entity('visits')
class VisitEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id?: number;
  @Column('text') visitor: string;
}

let store: TestStore;
let dataSource: Connected;
let executor: SqlExecutor;

beforeAll(async () => {
  store = await createStore();
  const { settings } = testDataSource(store.url);
  dataSource = await new Database(settings, { entities: [HouseEntity, VisitEntity] }).initialize();
  executor = SqlExecutor.of(dataSource);
  await executor.execute(sql`CREATE TABLE houses (
    id int PRIMARY KEY, full_name text NOT NULL, tags text[] NOT NULL, built timestamptz, details jsonb)`);
  await executor.execute(sql`CREATE TABLE visits (id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY, visitor text)`);
  await executor.execute(sql`CREATE TABLE numbered (id serial PRIMARY KEY, uid uuid)`);
});

beforeEach(() => executor.execute(sql`TRUNCATE houses, numbered RESTART IDENTITY`));

afterAll(async () => {
  await dataSource.destroy();
  await store.drop();
});

const houses = (): Promise<House[]> =>
  executor.query<House>(sql`SELECT id, full_name AS name, tags, built, details FROM houses ORDER BY id`);

const copy = (given: readonly House[]): Promise<void> =>
  executor.transaction(async (within) => saveInTurn(copyIn(within, HouseEntity, given)));

const house = (id: number, more: Partial<House> = {}): House => ({
  id,
  name: `House ${id}`,
  tags: [],
  built: null,
  details: null,
  ...more,
});

/** Texts with every character that COPY, arrays and JSON escape. PostgreSQL cannot store NUL. */
const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom('\\', '\n', '\r', '\t', '"', '{', '}', ',', 'N', ' ', 'é', '🏠', '\u0001'),
    maxLength: 12,
  }),
  fc.constantFrom('', '\\N', '\\.', 'NULL', 'null', '{}', '\\\\'),
);

const houseArbitrary = fc.record({
  name: text,
  tags: fc.array(text, { maxLength: 4 }),
  built: fc.option(
    fc.constantFrom(new Date(0), new Date('2024-02-29T23:59:59.999Z'), new Date('0001-01-01T00:00:00Z')),
  ),
  details: fc.option(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)), { maxKeys: 3 })),
});

describe.each([
  ['copyIn', copy],
  ['upsert', (given: readonly House[]) => upsert(executor, HouseEntity, given)],
] as const)('%s', (_, write) => {
  it('stores any text unchanged', async () => {
    const samples = fc.sample(houseArbitrary, { numRuns: 150, seed: 10 }).map((one, at) => ({ ...one, id: at + 1 }));
    await write(samples);
    expect(await houses()).toEqual(samples);
  });

  it('sends nothing without rows', async () => {
    await write([]);
    expect(await houses()).toEqual([]);
  });
});

describe('copyIn', () => {
  it('leaves a generated number to PostgreSQL', async () => {
    const visits: VisitEntity[] = [{ id: 99, visitor: 'Ann' }, { visitor: 'Bob' }];
    await executor.transaction(async (within) => saveInTurn(copyIn(within, VisitEntity, visits)));
    expect(await executor.query(sql`SELECT id, visitor FROM visits ORDER BY id`)).toEqual([
      { id: 1, visitor: 'Ann' },
      { id: 2, visitor: 'Bob' },
    ]);
  });

  it('rolls back all rows if one cannot be stored', async () => {
    await expect(copy([house(1), house(1)])).rejects.toThrow('duplicate key');
    expect(await houses()).toEqual([]);
  });
});

describe('upsert', () => {
  /** The writer of each row, and whether it was locked since. */
  const touched = async (): Promise<unknown[]> => {
    const rows = await executor.query<{ id: number; at: string }>(
      sql`SELECT id, xmin || ' ' || xmax AS at FROM houses ORDER BY id`,
    );
    return rows.map(({ id, at }) => `${id}: ${at}`);
  };

  it('updates a row that differs, and does not even lock one that is equal', async () => {
    const [one, two] = [house(1, { details: { a: null } }), house(2)];
    await upsert(executor, HouseEntity, [one, two]);
    const before = await touched();
    await upsert(executor, HouseEntity, [one, { ...two, name: 'Another' }]);
    const after = await touched();
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect((await houses()).map(({ name }) => name)).toEqual(['House 1', 'Another']);
  });

  it('distinguishes null from a value', async () => {
    await upsert(executor, HouseEntity, [house(1, { details: { a: 1 }, built: new Date(0) })]);
    await upsert(executor, HouseEntity, [house(1)]);
    expect(await houses()).toEqual([house(1)]);
  });
});

describe('nextIds', () => {
  const stored = (...ids: number[]): Promise<unknown> =>
    executor.execute(sql`INSERT INTO numbered (id) SELECT unnest(${ids}::int[])`);

  it('continues after its last id, and after supplied ids', async () => {
    expect(await nextIds(executor, 'numbered', 3)).toEqual([1, 2, 3]);
    expect(await nextIds(executor, 'numbered', 2, [10, 7])).toEqual([11, 12]);
    expect(await nextIds(executor, 'numbered', 1, [4])).toEqual([13]);
    expect(await nextIds(executor, 'numbered', 0)).toEqual([]);
  });

  it('moves the sequence past supplied ids even if it draws none', async () => {
    expect(await nextIds(executor, 'numbered', 0, [50])).toEqual([]);
    await stored(50);
    expect(await nextIds(executor, 'numbered', 1)).toEqual([51]);
  });

  it('draws no id twice in concurrent transactions', async () => {
    const drawn = await Promise.all(
      Array.from({ length: 20 }, (_, at) => nextIds(executor, 'numbered', 5, at % 3 === 0 ? [at * 4 + 1] : [])),
    );
    expect(new Set(drawn.flat()).size).toBe(100);
  });

  it('accepts the largest id that a column can store', async () => {
    await nextIds(executor, 'numbered', 0, [2_147_483_647]);
    await expect(nextIds(executor, 'numbered', 1)).rejects.toThrow('reached maximum value');
  });
});

describe('dropIndexes', () => {
  it('requires the owner of the tables', async () => {
    expect(await ownsTables(executor, ['houses', 'numbered'])).toBe(true);
    expect(await ownsTables(executor, ['houses', 'pg_catalog.pg_class'])).toBe(false);
  });
});

describe('saveInTurn', () => {
  it('writes one batch at a time, and prepares the next meanwhile', async () => {
    const log: string[] = [];
    function* saves() {
      for (const name of ['a', 'b', 'c']) {
        log.push(`make ${name}`);
        yield async () => {
          log.push(`write ${name}`);
          await new Promise((resolve) => setTimeout(resolve, 10));
          log.push(`written ${name}`);
        };
      }
    }
    await saveInTurn(saves());
    expect(log.filter((line) => line.startsWith('writ'))).toEqual(
      ['a', 'b', 'c'].flatMap((name) => [`write ${name}`, `written ${name}`]),
    );
    expect(log.indexOf('make b')).toBeGreaterThan(log.indexOf('write a'));
    expect(log.indexOf('make b')).toBeLessThan(log.indexOf('written a'));
  });

  it('stops at the first failure', async () => {
    const written: string[] = [];
    const save = (name: string, work: () => Promise<void>) => () => {
      written.push(name);
      return work();
    };
    const saves = [
      save('a', () => Promise.resolve()),
      save('b', () => Promise.reject(new Error('on purpose'))),
      save('c', () => Promise.resolve()),
    ];
    await expect(saveInTurn(saves)).rejects.toThrow('on purpose');
    expect(written).toEqual(['a', 'b']);
  });
});
