import { writeFileSync } from 'node:fs';
import { inject, it } from 'vitest';
import { catalogOf } from './support/catalog.js';
import { createStore } from './support/store.js';
it('dumps', async () => {
  const store = await createStore(inject('migrated'));
  writeFileSync(process.env.OUT!, (await catalogOf(store.dataSource)).join('\n') + '\n');
  const f = await store.dataSource.query(`SELECT pg_get_functiondef(oid) d FROM pg_proc WHERE pronamespace='public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') ORDER BY proname`);
  writeFileSync(process.env.OUT! + '.fn', f.map((r: any) => r.d).join('\n\n'));
  await store.drop();
});
