import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createStore, specFixture } from '@testing';
import { CreateDirectory1770000000000 } from './migrations/1770000000000-CreateDirectory.js';

/** A trigger of a table, and the file that creates its function. */
interface Trigger {
  readonly table: string;
  readonly trigger: string;
  readonly file: string;
}

const TABLES = join(import.meta.dirname, 'tables');
const files = readdirSync(TABLES).map((name) => ({ name, text: readFileSync(join(TABLES, name), 'utf8') }));

const TABLE = /^((?:--.*\n)*)CREATE (?:UNLOGGED )?TABLE (\w+)/gm;

/** The triggers in the comments above tables: "Triggers: staged* (changes.sql), listings_follow (here)." */
const documented: readonly Trigger[] = files.flatMap(({ name, text }) =>
  [...text.matchAll(TABLE)].flatMap(([, comment = '', table = '']) => {
    const [, list = ''] = comment.replaceAll(/^--/gm, '').split('Triggers:');
    return [...list.matchAll(/([^()]+) \(([^)]+)\)/g)].flatMap(([, triggers = '', file = '']) =>
      [...triggers.matchAll(/[\w*]+/g)].map(([trigger]) => ({ table, trigger, file: file === 'here' ? name : file })),
    );
  }),
);

const store = specFixture(
  () => createStore(null),
  (made) => made.drop(),
);
let existing: readonly Trigger[];

beforeAll(async () => {
  // Triggers of later migrations are not declared in these files.
  const runner = store.dataSource.createQueryRunner();
  await new CreateDirectory1770000000000().up(runner);
  await runner.release();
  const rows = await store.dataSource.query<{ table: string; trigger: string; routine: string }[]>(`
    SELECT tgrelid::regclass::text AS table, tgname AS trigger, tgfoid::regproc::text AS routine FROM pg_trigger
    WHERE NOT tgisinternal ORDER BY 1, 2`);
  existing = rows.map(({ table, trigger, routine }) => {
    const { name = '' } = files.find(({ text }) => text.includes(`CREATE FUNCTION ${routine}(`)) ?? {};
    return { table, trigger, file: name };
  });
});

const isNamedBy = ({ table, trigger, file }: Trigger, named: Trigger) =>
  named.table === table &&
  named.file === file &&
  (named.trigger.endsWith('*') ? trigger.startsWith(named.trigger.slice(0, -1)) : named.trigger === trigger);

it('comments of tables name each of their triggers, and the file of its function', () => {
  expect(existing.filter((trigger) => !documented.some((named) => isNamedBy(trigger, named)))).toEqual([]);
});

it('comments of tables name no other triggers', () => {
  expect(documented.filter((named) => !existing.some((trigger) => isNamedBy(trigger, named)))).toEqual([]);
});

/** Functions that look nothing up, or update a whole table. */
const WITHOUT_LOOKUPS = ['keep_price_reduced', 'move_listing_version', 'rekey_searches', 'stage_row', 'stage_words'];

it('functions of triggers look rows up by index, whatever the size of a table when their plan is cached', async () => {
  const scanning = await store.dataSource.query<{ name: string }[]>(`
    SELECT proname AS name FROM pg_proc WHERE prorettype = 'trigger'::regtype AND pronamespace = 'public'::regnamespace
      AND 'enable_seqscan=off' <> ALL (coalesce(proconfig, '{}')) ORDER BY 1`);
  expect(scanning.map(({ name }) => name)).toEqual(WITHOUT_LOOKUPS);
});
