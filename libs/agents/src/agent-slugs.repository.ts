import { slugify } from '@app/address';
import { lockUntilCommit, sql, type SqlExecutor } from '@app/sql';

/** Part of a long name used for the slug: in UTF-16 units and with a number it stays below the limit of 200. */
const MAX_CHARACTERS = 90;

/** Locks the creation of slugs until the transaction ends, so that a slug that was free stays free. */
export async function lockSlugs(executor: SqlExecutor): Promise<void> {
  await lockUntilCommit(executor, 'agentSlugs');
}

/**
 * A free slug for each name: `jane-citizen`, `jane-citizen-2` (D19). Slugs stay locked until the transaction ends.
 *
 * @param reserved slugs that other agents of the same write get
 */
export async function newSlugs(
  executor: SqlExecutor,
  names: readonly string[],
  reserved: Iterable<string> = [],
): Promise<string[]> {
  const bases = names.map(slugOf);
  await lockSlugs(executor);
  const rows = await executor.queryRows<{ slug: string }>(sql`SELECT slug FROM agents
      WHERE slug = ANY(${bases}) OR regexp_replace(slug, '-[0-9]+$', '') = ANY(${bases})`);
  const taken = new Set([...rows.map(({ slug }) => slug), ...reserved]);
  return bases.map((base) => {
    let slug = base;
    for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`;
    taken.add(slug);
    return slug;
  });
}

/** The slug of a name, before it is made unique. */
export function slugOf(name: string): string {
  const slug = [...slugify(name)].slice(0, MAX_CHARACTERS).join('');
  return slug.replace(/-$/, '') || 'agent';
}
