import { setTimeout as sleep } from 'node:timers/promises';
import { Field, text } from '@app/schema';
import { sql, SqlExecutor } from '@app/sql';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { specStore } from '@testing';
import { defineDocuments, representationOf } from './document-definition.js';
import { rebuildDocuments, refreshDocuments } from './rebuild-documents.js';

class Note {
  @Field(text(100), 'Words', { example: '' }) words: string;
}

const notes = defineDocuments<{ readonly words: string }>({
  table: 'notes',
  key: 'id',
  types: [Note],
  revision: 1,
  columns: { shown: 'text', parts: 'jsonb' },
  source: { from: sql`notes note`, alias: 'note', columns: sql`note.words` },
  remake: ({ words }) => ({ shown: `<${words}>`, parts: words.split(' ') }),
});
const CURRENT = representationOf(notes);
const LENGTH = 2_500;

const store = specStore();
let executor: SqlExecutor;

beforeAll(async () => {
  executor = SqlExecutor.of(store.dataSource);
  await executor.execute(sql`CREATE TABLE notes (id int PRIMARY KEY, words text, shown text, parts jsonb,
    representation int, version int DEFAULT 1)`);
});

/** A third of the rows have an earlier version, a third a later one. */
beforeEach(async () => {
  await executor.execute(sql`TRUNCATE notes`);
  await executor.execute(sql`INSERT INTO notes (id, words, shown, parts, representation)
    SELECT id, 'note ' || id, 'old', '[]', ${CURRENT} + id % 3 - 1 FROM generate_series(1, ${LENGTH}) id`);
});

const rowsWhere = (condition = sql`true`) =>
  executor.query<{ id: number; shown: string; parts: string[]; representation: number; version: number }>(
    sql`SELECT * FROM notes WHERE ${condition} ORDER BY id`,
  );
const STALE = sql`representation <> ${CURRENT}`;
const IS_REMADE = sql`shown = '<' || words || '>' AND parts = to_jsonb(string_to_array(words, ' '))`;

describe('rebuildDocuments', () => {
  it('rebuilds all documents of another version, and no others', async () => {
    const [{ count: stale } = { count: 0 }] = await executor.query<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM notes WHERE ${STALE}`,
    );
    const remade = await rebuildDocuments(executor);
    expect(remade.get('notes')).toBe(stale);
    expect(await rowsWhere(STALE)).toEqual([]);
    expect(await rowsWhere(IS_REMADE)).toHaveLength(stale);
    expect(await rowsWhere(sql`shown = 'old'`)).toHaveLength(LENGTH - stale);
    expect((await rebuildDocuments(executor)).get('notes')).toBe(0);
  });

  it('reports its progress, and continues after an interruption', async () => {
    const counts: number[] = [];
    const fail = (_table: string, count: number) => {
      counts.push(count);
      if (count > 0) throw new Error('enough');
    };
    await expect(rebuildDocuments(executor, fail)).rejects.toThrow('enough');
    expect(counts[0]).toBe(0);
    expect(await rowsWhere(IS_REMADE)).toHaveLength(counts.at(-1) ?? 0);
    await rebuildDocuments(executor);
    expect(await rowsWhere(STALE)).toEqual([]);
  });

  it('does not wait for a locked row: it rebuilds the others first, and the locked row last', async () => {
    let rebuilding: Promise<Map<string, number>> | undefined;
    await executor.transaction(async (transaction) => {
      await transaction.execute(sql`UPDATE notes SET words = 'rewritten', version = 2 WHERE id = 2`);
      rebuilding = rebuildDocuments(executor);
      await expect.poll(async () => (await rowsWhere(STALE)).map(({ id }) => id)).toEqual([2]);
      await expect(Promise.race([rebuilding, sleep(50, 'waits')])).resolves.toBe('waits');
    });
    await rebuilding;
    expect(await rowsWhere(sql`id = 2`)).toMatchObject([{ shown: '<rewritten>', version: 2 }]);
    expect(await rowsWhere(STALE)).toEqual([]);
  });
});

it('refreshDocuments rebuilds the documents of the given rows', async () => {
  await executor.transaction((within) => refreshDocuments(within, notes, [1, 2, 3]));
  expect(await rowsWhere(IS_REMADE)).toHaveLength(2);
  expect(await rowsWhere(sql`id <= 3 AND ${STALE}`)).toEqual([]);
});
