import { slugify } from '@app/address';
import { lockUntilCommit, sql, type SqlExecutor } from '@app/sql';

/** The part of a long name used for the slug, in UTF-16 units; with a number it stays below the limit of 200. */
const MAX_CHARACTERS = 90;

/** Further agents of the same name get their id as number, so that the search for a free slug takes constant time. */
const COUNTED = [2, 3, 4, 5, 6, 7, 8, 9];

/**
 * Number of locks; accounts that share one rarely conflict. PostgreSQL keeps the locks of all transactions in shared
 * memory.
 */
const LOCKS = 256;

/** An agent that needs a slug. */
interface Nameless {
  readonly id: number;
  readonly websiteID: number;
  readonly name: string;
}

/** Identifies a slug, which is unique within its account. */
export const slugKey = (websiteID: number, slug: string): string => `${websiteID} ${slug}`;

/** Locks the slugs of accounts until the transaction ends, so that a free slug stays free. */
export async function lockSlugs(executor: SqlExecutor, websiteIDs: readonly number[]): Promise<void> {
  await lockUntilCommit(
    executor,
    'agentSlugs',
    websiteIDs.map((id) => id % LOCKS),
  );
}

/** The agents with one of these slugs, by `slugKey`. @param slugs pairs of account and slug */
export async function ownersOfSlugs(
  executor: SqlExecutor,
  slugs: readonly (readonly [websiteID: number, slug: string])[],
): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map();
  const rows = await executor.query<{ id: number; websiteID: number; slug: string }>(sql`
    SELECT id, website_id AS "websiteID", slug FROM agents WHERE (slug, website_id) IN (SELECT *
      FROM unnest(${slugs.map(([, slug]) => slug)}::text[], ${slugs.map(([websiteID]) => websiteID)}::int[]))`);
  return new Map(rows.map(({ id, websiteID, slug }) => [slugKey(websiteID, slug), id]));
}

/**
 * A unique slug for each agent within its account: `jane-citizen`, `jane-citizen-2` (D19). The caller has locked the
 * slugs of the accounts.
 * @param reserved slugs that other agents of the same write get, by `slugKey`
 */
export async function newSlugs(
  executor: SqlExecutor,
  agents: readonly Nameless[],
  reserved: Iterable<string> = [],
): Promise<string[]> {
  const pairs = agents.flatMap((agent) => candidatesOf(agent).map((slug) => [agent.websiteID, slug] as const));
  const taken = new Set([...(await ownersOfSlugs(executor, pairs)).keys(), ...reserved]);
  return agents.map((agent) => {
    const candidates = candidatesOf(agent);
    const slug = candidates.find((one) => !taken.has(slugKey(agent.websiteID, one))) ?? candidates[0];
    taken.add(slugKey(agent.websiteID, slug));
    return slug;
  });
}

/** The slugs to try. The last one contains the agent's own id, so another agent has it only if someone chose it. */
function candidatesOf({ id, name }: Nameless): [string, ...string[]] {
  const base = slugOf(name);
  return [base, ...[...COUNTED, id].map((number) => `${base}-${number}`)];
}

/** The slug of a name, before it is made unique. */
export function slugOf(name: string): string {
  const slug = [...slugify(name)].slice(0, MAX_CHARACTERS).join('');
  return slug.replace(/-$/, '') || 'agent';
}
