import { isStale, refreshDocuments } from '@app/documents';
import { copyIn, raw, sql, upsert, type Sql, type SqlExecutor } from '@app/sql';
import {
  ListingAgentEntity,
  ListingDocumentEntity,
  ListingInspectionEntity,
  ListingEntity,
} from './entities/listing.entity.js';
import { ListingWordsEntity } from './entities/listing-search.entity.js';
import { accuracyOfListing } from './finder/listing.reads.js';
import { listingDocuments } from './documents/listing.documents.js';
import type { LocationAccuracy } from './dto/listing.kinds.js';
import { keyedListings, listingKey, type ListingKey } from './listing-keys.repository.js';
import type { StoredTexts } from './documents/listing.normalized.js';
import type { ListingRows } from './documents/listing.record.js';

/** The stored listing of a line. */
export interface StoredListing {
  readonly id: number;
  readonly uid: string;
  readonly propertyId: number;
  readonly digest: string;
  /** Whether its documents have another representation version. */
  readonly isStale: boolean;
  readonly locationAccuracy: LocationAccuracy | null;
  readonly firstdate: Date;
  readonly modtime: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The stored listings with these keys, by `listingKey`. */
async function findListings(executor: SqlExecutor, keys: readonly ListingKey[]): Promise<Map<string, StoredListing>> {
  const rows = await executor.query<
    StoredListing & ListingKey
  >(sql`SELECT listing.id, listing.uid, listing.property_id AS "propertyId", document.digest, listing.firstdate,
        listing.modtime, listing.created_at AS "createdAt", listing.updated_at AS "updatedAt",
        listing.website_id AS "websiteID", listing.agent_id AS "agentID", listing.unique_id AS "uniqueID",
        ${isStale(listingDocuments, 'document')} AS "isStale", ${accuracyOfListing} AS "locationAccuracy"
      FROM ${keyedListings(keys)}
      JOIN listing_documents document ON document.listing_id = listing.id`);
  return new Map(rows.map((row) => [listingKey(row), row]));
}

/**
 * The stored listings with these keys, by `listingKey`, with documents of the current version. Older documents would
 * make every line look like a change.
 */
export async function findCurrentListings(
  executor: SqlExecutor,
  keys: readonly ListingKey[],
): Promise<Map<string, StoredListing>> {
  const found = await findListings(executor, keys);
  const stale = [...found.values()].filter(({ isStale: is }) => is);
  if (stale.length === 0) return found;
  await refreshDocuments(
    executor,
    listingDocuments,
    stale.map(({ id }) => id),
  );
  return findListings(executor, keys);
}

/** The texts of stored listings, by id. */
export async function findStoredTexts(
  executor: SqlExecutor,
  ids: readonly number[],
): Promise<Map<number, StoredTexts>> {
  if (ids.length === 0) return new Map();
  const rows = await executor.query<StoredTexts & { id: number }>(
    sql`SELECT listing_id AS id, document, address, private FROM listing_documents WHERE listing_id = ANY(${ids}::int[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The ids and object identifiers that already belong to a listing. */
export async function takenIdentities(
  executor: SqlExecutor,
  ids: readonly number[],
  uids: readonly string[],
): Promise<Set<number | string>> {
  if (ids.length === 0 && uids.length === 0) return new Set();
  const rows = await executor.query<{ id: number; uid: string }>(
    sql`SELECT id, uid FROM listings WHERE id = ANY(${ids}::int[]) OR uid = ANY(${uids}::uuid[])`,
  );
  return new Set(rows.flatMap(({ id, uid }) => [id, uid]));
}

/** Writes whole listings: new ones are inserted, existing ones replaced. */
export function* saveListings(executor: SqlExecutor, rows: readonly ListingRows[], known: readonly number[]) {
  const replaced = new Set(known);
  const fresh = rows.filter(({ listing }) => !replaced.has(listing.id));
  // New listings first: a property is deleted with its last listing, and a new listing may belong to the property that
  // an existing one leaves.
  yield* copyIn(executor, ListingEntity, fresh.map(listingOf));
  yield* copyIn(executor, ListingDocumentEntity, fresh.map(documentOf));
  yield* copyIn(executor, ListingAgentEntity, fresh.flatMap(agentsOf));
  yield* copyIn(executor, ListingWordsEntity, fresh.map(wordsOf));
  if (known.length > 0) yield () => replaceListings(executor, rows, replaced);
  yield* copyIn(executor, ListingInspectionEntity, fresh.flatMap(inspectionsOf));
}

const listingOf = ({ listing }: ListingRows): ListingEntity => listing;
const documentOf = ({ document }: ListingRows): ListingDocumentEntity => document;
const wordsOf = ({ words }: ListingRows): ListingWordsEntity => words;
const agentsOf = ({ agents }: ListingRows): ListingAgentEntity[] => agents;
const inspectionsOf = ({ inspections }: ListingRows): ListingInspectionEntity[] => inspections;

async function replaceListings(
  executor: SqlExecutor,
  rows: readonly ListingRows[],
  ids: ReadonlySet<number>,
): Promise<void> {
  const changed = rows.filter(({ listing }) => ids.has(listing.id));
  // Listings are written first: this statement sets their version, so that the triggers of their parts have no work.
  await upsert(executor, ListingEntity, changed.map(listingOf));
  await upsert(executor, ListingDocumentEntity, changed.map(documentOf));
  const [agents, inspections] = [changed.flatMap(agentsOf), changed.flatMap(inspectionsOf)];
  await removeOthers(
    executor,
    { table: raw('listing_agents'), key: raw('agent_id') },
    ids,
    agents.map(({ listingId, agentId }) => [listingId, agentId]),
  );
  await removeOthers(
    executor,
    { table: raw('listing_inspections'), key: raw('position') },
    ids,
    inspections.map(({ listingId, position }) => [listingId, position]),
  );
  await upsert(executor, ListingAgentEntity, agents);
  await upsert(executor, ListingInspectionEntity, inspections);
  await upsert(executor, ListingWordsEntity, changed.map(wordsOf));
}

/** Removes the parts of listings that are not given. Parts that stay are not written (ADR 14). */
async function removeOthers(
  executor: SqlExecutor,
  { table, key }: { readonly table: Sql; readonly key: Sql },
  ids: ReadonlySet<number>,
  kept: readonly (readonly [number, number])[],
): Promise<void> {
  const [listings, keys] = [kept.map(([listing]) => listing), kept.map(([, part]) => part)];
  await executor.execute(sql`DELETE FROM ${table} part WHERE listing_id = ANY(${[...ids]}::int[]) AND NOT EXISTS (
    SELECT FROM unnest(${listings}::int[], ${keys}::int[]) AS kept(listing_id, key)
    WHERE kept.listing_id = part.listing_id AND kept.key = part.${key})`);
}

/** Deletes listings and returns the ids that existed; a property is deleted with its last listing. */
export function removeListings(executor: SqlExecutor, ids: readonly number[]): Promise<{ id: number }[]> {
  return executor.execute(sql`DELETE FROM listings WHERE id = ANY(${ids}::int[]) RETURNING id`);
}

/** Derives the events of all listings, where no trigger has: after a first load, and after a history was written. */
export async function deriveEvents(executor: SqlExecutor): Promise<void> {
  await executor.execute(sql`SELECT keep_events(ARRAY(SELECT id FROM listings))`);
}
