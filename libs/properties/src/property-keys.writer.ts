import { createHash } from 'node:crypto';
import { ADDRESS_KEYS, addressKey, ListingAddress } from '@app/address';
import { parseStored, applyDefaults } from '@app/schema';
import { lockUntilCommit, sql, type SqlExecutor } from '@app/sql';

/** Properties that are looked at in one transaction. */
const PAGE = 1_000;

/** The version of the function that makes the keys. */
export const KEY_VERSION = createHash('sha256').update(ADDRESS_KEYS).digest().readInt32BE() & 0x7fff_ffff;

/** A property with the key that it should have. */
interface Rekeyed {
  readonly id: number;
  readonly key: string;
}

/** A property whose address is that of another one. */
interface Merged {
  readonly id: number;
  readonly into: number;
}

/**
 * Makes the keys of stored properties again, if another version of the function has made them (ADR 43). Of those that
 * become one, the oldest stays, with the listings of the others; their identities become its aliases. Each page is a
 * transaction; after an interruption it can be called again.
 *
 * @returns the number of properties that are now an alias
 */
export async function rekeyProperties(executor: SqlExecutor): Promise<number> {
  const isCurrent = sql`SELECT FROM property_key_version WHERE version = ${KEY_VERSION}`;
  if ((await executor.execute(isCurrent)).length > 0) return 0;
  let merged = 0;
  for (let last: number | undefined = 0; last !== undefined;) {
    const after: number = last;
    last = await executor.transaction(async (within) => {
      await lockUntilCommit(within, 'listings');
      const page = await readPage(within, after);
      merged += await rekeyPage(within, page.flatMap(rekeyed));
      return page.at(-1)?.id;
    });
  }
  await executor.execute(sql`INSERT INTO property_key_version (version) VALUES (${KEY_VERSION})
    ON CONFLICT (is_only) DO UPDATE SET version = excluded.version`);
  return merged;
}

interface StoredKey extends Rekeyed {
  /** JSON text. */
  readonly address: string;
}

const readPage = (executor: SqlExecutor, after: number): Promise<StoredKey[]> =>
  executor.execute<StoredKey>(sql`SELECT property.id, property.address_key AS key, stated.address
    FROM properties property JOIN property_documents stated ON stated.property_id = property.id
    WHERE property.id > ${after} ORDER BY property.id LIMIT ${PAGE}`);

/** Without a street, the key is that of the listing. */
function rekeyed({ id, key, address }: StoredKey): Rekeyed[] {
  const now = addressKey(applyDefaults(ListingAddress, parseStored<ListingAddress>(address)));
  return now === undefined || now === key ? [] : [{ id, key: now }];
}

async function rekeyPage(executor: SqlExecutor, changed: readonly Rekeyed[]): Promise<number> {
  if (changed.length === 0) return 0;
  const ids = changed.map(({ id }) => id);
  const others = await executor.execute<Rekeyed>(sql`SELECT id, address_key AS key FROM properties
    WHERE address_key = ANY(${changed.map(({ key }) => key)}::text[]) AND id <> ALL(${ids}::int[])`);
  const { kept, merged } = settle([...others, ...changed].toSorted((a, b) => a.id - b.id));
  await mergeInto(executor, merged);
  await assignKeys(executor, changed.filter(({ id }) => kept.has(id)).concat(others.filter(({ id }) => kept.has(id))));
  return merged.length;
}

/** @param rows the oldest first */
function settle(rows: readonly Rekeyed[]): { kept: ReadonlySet<number>; merged: Merged[] } {
  const oldest = new Map<string, number>();
  const merged: Merged[] = [];
  for (const { id, key } of rows) {
    const into = oldest.get(key);
    if (into === undefined) oldest.set(key, id);
    else merged.push({ id, into });
  }
  return { kept: new Set(oldest.values()), merged };
}

/** The listings move; a property is deleted with its last listing, by a trigger (ADR 2). */
async function mergeInto(executor: SqlExecutor, merged: readonly Merged[]): Promise<void> {
  if (merged.length === 0) return;
  const moved = sql`unnest(${merged.map(({ id }) => id)}::int[], ${merged.map(({ into }) => into)}::int[]) AS moved(id, target)`;
  await executor.execute(sql`UPDATE property_aliases alias SET property_id = moved.target
    FROM ${moved} WHERE alias.property_id = moved.id`);
  await executor.execute(sql`INSERT INTO property_aliases (id, uid, property_id)
    SELECT property.id, property.uid, moved.target FROM ${moved} JOIN properties property ON property.id = moved.id`);
  await executor.execute(sql`UPDATE listings listing SET property_id = moved.target
    FROM ${moved} WHERE listing.property_id = moved.id`);
}

/** In two steps: a property may get the key that another one leaves. */
async function assignKeys(executor: SqlExecutor, keys: readonly Rekeyed[]): Promise<void> {
  const rows = sql`unnest(${keys.map(({ id }) => id)}::int[], ${keys.map(({ key }) => key)}::text[]) AS made(id, key)`;
  await executor.execute(sql`UPDATE properties property SET address_key = 'rekeyed ' || made.id
    FROM ${rows} WHERE property.id = made.id AND property.address_key <> made.key`);
  await executor.execute(sql`UPDATE properties property SET address_key = made.key
    FROM ${rows} WHERE property.id = made.id AND property.address_key <> made.key`);
}
