import { addressKey, addressOrder, searchedAddress } from '@app/address';
import {
  lockUntilCommit,
  saveInTurn,
  splitByUniqueKey,
  type WriteOutcome,
  type Rejection,
  sql,
  type Sql,
  type SqlExecutor,
  nextIds,
} from '@app/sql';
import { placeKey, resolvePlaces, type Place } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { changes, datesOf } from './documents/listing-dates.js';
import type { ListingLine } from './documents/listing.line.js';
import type { NormalizedLine, StoredTexts } from './documents/listing.normalized.js';
import { isCentre, type ListingDates } from './documents/listing.columns.js';
import { listingRows } from './documents/listing.record.js';
import { listingKey } from './listing-keys.repository.js';
import {
  findCurrentListings,
  findStoredTexts,
  removeListings,
  saveListings,
  type StoredListing,
  takenIdentities,
} from './listing-rows.writer.js';
import { resolveProperties, type PropertySeed, type ResolvedProperties } from './property.writer.js';

type Identified = Pick<ListingLine, 'id' | '_id'>;

/** The ids and object identifiers of new listings: as given, unless they are already in use. */
class Identities {
  private constructor(
    private readonly taken: Set<number | string>,
    private readonly fresh: number[],
  ) {}

  /** Reserves ids for new listings, one per line. */
  static async draw(executor: SqlExecutor, lines: readonly Identified[]): Promise<Identities> {
    const ids = lines.flatMap(({ id }) => id ?? []);
    const uids = lines.flatMap(({ _id }) => _id || []);
    const taken = await takenIdentities(executor, ids, uids);
    return new Identities(taken, await nextIds(executor, 'listings', lines.length - ids.length, ids));
  }

  /** The identity of one line, or the reason why the given one cannot be used. */
  reserve({ id, _id }: Identified): { id: number; uid: string } | Rejection {
    if (id && this.taken.has(id)) return { field: 'id', reason: `${id} belongs to another listing` };
    const uid = _id?.toLowerCase() || uuidv7();
    if (this.taken.has(uid)) return { field: '_id', reason: 'belongs to another listing' };
    this.taken.add(uid);
    if (!id) return { id: this.fresh.shift() ?? 0, uid };
    this.taken.add(id);
    return { id, uid };
  }
}

/** A normalized line and the stored listing. */
interface Candidate {
  readonly normalized: NormalizedLine;
  readonly before: StoredListing | undefined;
}

/** A listing that will be written. */
interface Accepted extends Candidate {
  readonly id: number;
  readonly uid: string;
  readonly dates: ListingDates;
}

/** Locks writes of listings until the transaction ends. */
export async function lockListings(executor: SqlExecutor): Promise<void> {
  await lockUntilCommit(executor, 'listings');
}

/**
 * The only code that writes listings, from bundles and feeds, inside a transaction. Other writers wait until it ends.
 */
@Injectable()
export class ListingsWriter {
  /**
   * Imports normalized lines. It creates new listings, replaces existing ones, and skips unchanged ones. If a listing
   * has several lines, the last one counts.
   * @param onSaving called when almost all remaining work is the database's
   */
  async importLines(
    executor: SqlExecutor,
    lines: readonly NormalizedLine[],
    onSaving: () => void = () => undefined,
  ): Promise<WriteOutcome[]> {
    await lockListings(executor);
    const outcomes: WriteOutcome[] = [];
    for (const round of splitByUniqueKey(lines, ({ line }) => listingKey(line))) {
      outcomes.push(...(await importDistinct(executor, round, onSaving)));
    }
    return outcomes;
  }

  /** Deletes listings; returns the ids that existed. */
  async remove(executor: SqlExecutor, ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    await lockListings(executor);
    const removed = await removeListings(executor, ids);
    return new Set(removed.map(({ id }) => id));
  }
}

async function importDistinct(
  executor: SqlExecutor,
  lines: readonly NormalizedLine[],
  onSaving: () => void,
): Promise<WriteOutcome[]> {
  const known = await findCurrentListings(
    executor,
    lines.map(({ line }) => line),
  );
  const stored = lines.map((normalized) => ({ normalized, before: known.get(listingKey(normalized.line)) }));
  const isUnchanged = ({ normalized, before }: Candidate) => before !== undefined && !changes(normalized, before);
  const replaced = stored.flatMap((one) => (one.before && !isUnchanged(one) ? one.before.id : []));
  const { accounts, agents, listings } = await lockRows(executor, lines, replaced);
  const candidates = stored.map((one): Candidate => {
    const isGone = one.before && !isUnchanged(one) && !listings.has(one.before.id);
    return isGone ? { ...one, before: undefined } : one;
  });
  const identities = await Identities.draw(
    executor,
    candidates.flatMap(({ normalized, before }) => (before ? [] : normalized.line)),
  );
  const now = new Date().toISOString();
  const accepted: Accepted[] = [];
  const outcomes = candidates.map((candidate): WriteOutcome => {
    if (isUnchanged(candidate)) return 'unchanged';
    const { normalized, before } = candidate;
    const { line } = normalized;
    const refused = unknownReference(line, accounts, agents);
    if (refused) return refused;
    const identity = before ?? identities.reserve(line);
    if ('reason' in identity) return identity;
    accepted.push({ normalized, before, id: identity.id, uid: identity.uid, dates: datesOf(line, before, now) });
    return before ? 'updated' : 'created';
  });
  const places = await resolvePlaces(
    executor,
    accepted.map(({ normalized }) => normalized.line.address),
  );
  const properties = await resolveProperties(
    executor,
    accepted.map((listing) => seedOf(listing, placeOf(listing, places))),
  );
  const texts = await findStoredTexts(
    executor,
    accepted.flatMap(({ before }) => before?.id ?? []),
  );
  onSaving();
  await saveInTurn(save(executor, accepted, { places, properties, texts }));
  return outcomes;
}

/**
 * Locks the accounts and agents that the lines refer to, and the listings that they replace, so that none can be
 * deleted until the transaction ends. A listing that is deleted by manual SQL in the meantime is created as a new one,
 * never under its old id, because the log may order the later transaction first (ADR 8).
 * @returns those that exist
 */
async function lockRows(executor: SqlExecutor, lines: readonly NormalizedLine[], replaced: readonly number[]) {
  const accounts = lines.map(({ line }) => line.websiteID);
  const agents = lines.flatMap(({ line }) => line.agents.map(({ id }) => id));
  const lock = (table: Sql, ids: readonly number[]) =>
    sql`SELECT id FROM ${table} WHERE id = ANY(${[...new Set(ids)]}::int[]) ORDER BY id FOR KEY SHARE`;
  const rows = await executor.execute<{ name: string; id: number }>(sql`
    WITH account AS (${lock(sql`accounts`, accounts)}), agent AS (${lock(sql`agents`, agents)}),
      listing AS (${lock(sql`listings`, replaced)})
    SELECT 'account' AS name, id FROM account UNION ALL SELECT 'agent', id FROM agent
    UNION ALL SELECT 'listing', id FROM listing`);
  const idsOf = (name: string) => new Set(rows.flatMap((row) => (row.name === name ? row.id : [])));
  return { accounts: idsOf('account'), agents: idsOf('agent'), listings: idsOf('listing') };
}

function unknownReference(
  line: ListingLine,
  accounts: ReadonlySet<number>,
  agents: ReadonlySet<number>,
): Rejection | undefined {
  if (!accounts.has(line.websiteID)) return { field: 'websiteID', reason: 'must be an account that exists' };
  const at = line.agents.findIndex(({ id }) => !agents.has(id));
  return at < 0 ? undefined : { field: `agents[${at}].id`, reason: 'must be an agent that exists' };
}

/** The data needed to write the listings. */
interface WriteContext {
  readonly places: ReadonlyMap<string, Place>;
  readonly properties: ResolvedProperties;
  /** The texts of the listings to replace, by id. */
  readonly texts: ReadonlyMap<number, StoredTexts>;
}

/** Writes new properties and the listings. */
function* save(executor: SqlExecutor, accepted: readonly Accepted[], { places, properties, texts }: WriteContext) {
  yield* properties.saves;
  const rows = accepted.map((listing) => {
    const { normalized, id, uid, dates } = listing;
    const propertyId = properties.ids.get(propertyKey(normalized.line)) ?? 0;
    const stored = texts.get(id);
    return listingRows(
      stored ? { ...normalized, stored } : normalized,
      { id, uid, propertyId, ...dates },
      placeOf(listing, places),
    );
  });
  const known = accepted.flatMap(({ before }) => before?.id ?? []);
  yield* saveListings(executor, rows, known);
}

const placeOf = ({ normalized }: Accepted, places: ReadonlyMap<string, Place>): Place | undefined =>
  places.get(placeKey(normalized.line.address));

/** A listing without a street has its own property (D30), and another one in another suburb. */
const propertyKey = (line: ListingLine): string =>
  addressKey(line.address) ?? ['listing', listingKey(line), placeKey(line.address)].join('\u0001');

function seedOf({ normalized, id, dates }: Accepted, place: Place | undefined): PropertySeed {
  const { line } = normalized;
  const { address, features } = line;
  return {
    key: propertyKey(line),
    suburbId: place?.id ?? null,
    street: address.street,
    fullAddress: searchedAddress(address),
    addressOrder: addressOrder(address),
    latitude: address.latitude,
    longitude: address.longitude,
    isCentre: isCentre(line, place),
    address: normalized.address,
    at: dates.createdAt,
    bedrooms: features.bedrooms ?? null,
    bathrooms: features.bathrooms ?? null,
    carSpaces: features.parkingSpaces ?? null,
    listingType: line.listingType,
    listingId: id,
    id: line.propertyID ?? null,
    uid: address._id?.toLowerCase() ?? '',
  };
}
