import { addressKey } from '@app/address';
import { select, type Outcome, type Rejection, type Store } from '@app/database';
import {
  digestOf,
  findListings,
  listingKey,
  listingRows,
  saveListings,
  settleLine,
  shownAddress,
  type ListingLine,
  type ListingRows,
  type StoredListing,
} from '@app/listings';
import { resolveProperties, type PropertySeed } from '@app/properties';
import { sql, type Sql } from '@app/query';
import { placeKey, resolvePlaces, type Place } from '@app/suburbs';
import { changes, datesOf, type ListingDates } from './listing-dates.js';
import { Identities } from './listing-identities.js';
import { rounds } from './rounds.js';

/** Any number that no other lock of the service uses. */
const LISTINGS_LOCK = 7_310_003;

/** A settled line with what the store has of it. */
interface Candidate {
  readonly line: ListingLine;
  readonly digest: string;
  readonly before: StoredListing | undefined;
}

/** A listing that is going to be written. */
interface Accepted extends Candidate {
  readonly id: number;
  readonly uid: string;
  readonly dates: ListingDates;
}

/**
 * Takes listings in, inside a transaction: new ones are made, known ones replaced by what the line says in full, and
 * what says nothing new is left alone. Of several lines of one listing the last one counts. Whoever writes listings
 * waits for the transaction to end.
 */
export async function takeInListings(store: Store, lines: readonly ListingLine[]): Promise<Outcome[]> {
  await store.query('SELECT pg_advisory_xact_lock($1)', [LISTINGS_LOCK]);
  const outcomes: Outcome[] = [];
  for (const round of rounds(lines, listingKey)) outcomes.push(...(await takeInRound(store, round)));
  return outcomes;
}

async function takeInRound(store: Store, lines: readonly ListingLine[]): Promise<Outcome[]> {
  const known = await findListings(store, lines);
  const candidates = lines.map((given): Candidate => {
    const line = settleLine(given);
    return { line, digest: digestOf(line), before: known.get(listingKey(line)) };
  });
  const { accounts, agents } = await findReferred(store, candidates);
  const identities = await Identities.draw(
    store,
    candidates.flatMap(({ line, before }) => (before ? [] : line)),
  );
  const now = new Date().toISOString();
  const accepted: Accepted[] = [];
  const outcomes = candidates.map((candidate): Outcome => {
    const { line, before } = candidate;
    if (before && !changes(candidate)) return 'unchanged';
    const refused = unknownReference(line, accounts, agents);
    if (refused) return refused;
    const identity = before ?? identities.claim(line);
    if ('reason' in identity) return identity;
    accepted.push({ ...candidate, id: identity.id, uid: identity.uid, dates: datesOf(line, before, now) });
    return before ? 'updated' : 'created';
  });
  await save(store, accepted);
  return outcomes;
}

/** Which of the accounts and agents that the lines name there are; they stay until the transaction ends. */
async function findReferred(store: Store, candidates: readonly Candidate[]) {
  return {
    accounts: await hold(store, sql`accounts`, new Set(candidates.map(({ line }) => line.websiteID))),
    agents: await hold(store, sql`agents`, new Set(candidates.flatMap(({ line }) => line.agents.map(({ id }) => id)))),
  };
}

async function hold(store: Store, table: Sql, ids: ReadonlySet<number>): Promise<Set<number>> {
  const rows = await select<{ id: number }>(
    store,
    sql`SELECT id FROM ${table} WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR KEY SHARE`,
  );
  return new Set(rows.map(({ id }) => id));
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

async function save(store: Store, accepted: readonly Accepted[]): Promise<void> {
  const places = await resolvePlaces(
    store,
    accepted.map(({ line }) => line.address),
  );
  const placeOf = ({ address }: ListingLine) => places.get(placeKey(address));
  const properties = await resolveProperties(
    store,
    accepted.map((listing) => seedOf(listing, placeOf(listing.line))),
  );
  const rows = accepted.map(({ line, id, uid, dates }): ListingRows => {
    const propertyId = properties.get(propertyKey(line)) ?? 0;
    return listingRows(line, { id, uid, propertyId, ...dates }, placeOf(line));
  });
  const known = accepted.flatMap(({ before }) => before?.id ?? []);
  await saveListings(store, rows, known);
}

/** A listing without a street has a property of its own (D30). */
const propertyKey = (line: ListingLine): string => addressKey(line.address) ?? `listing\u0001${listingKey(line)}`;

function seedOf({ line, id, dates }: Accepted, place: Place | undefined): PropertySeed {
  const { address, features } = line;
  return {
    key: propertyKey(line),
    suburbId: place?.id ?? null,
    street: address.street,
    fullAddress: address.fullAddress,
    latitude: address.latitude,
    longitude: address.longitude,
    address: JSON.stringify(shownAddress(address)),
    at: dates.createdAt,
    bedrooms: features.bedrooms ?? null,
    bathrooms: features.bathrooms ?? null,
    carSpaces: features.parkingSpaces ?? null,
    listingType: line.listingType,
    listingId: id,
    id: line.propertyID ?? null,
    uid: address._id.toLowerCase(),
  };
}
