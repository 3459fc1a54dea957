import { slugify } from '@app/address';
import { select, type Store } from '@app/database';
import { sql } from '@app/query';

/** Any number that no other lock of the service uses. */
const SLUG_LOCK = 7_310_002;

/** A free slug for each name: `jane-citizen`, `jane-citizen-2` (D19). Held until the transaction ends. */
export async function newSlugs(store: Store, names: readonly string[]): Promise<string[]> {
  const bases = names.map((name) => slugify(name) || 'agent');
  await store.query('SELECT pg_advisory_xact_lock($1)', [SLUG_LOCK]);
  const rows = await select<{ slug: string }>(
    store,
    sql`SELECT slug FROM agents
      WHERE slug = ANY(${bases}) OR regexp_replace(slug, '-[0-9]+$', '') = ANY(${bases})`,
  );
  const taken = new Set(rows.map(({ slug }) => slug));
  return bases.map((base) => {
    let slug = base;
    for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`;
    taken.add(slug);
    return slug;
  });
}
