import { parseStored } from '@app/schema';
import { representationOf } from '@app/documents';
import { copyIn, nextIds, type Saves, sql, type SqlExecutor } from '@app/sql';
import { v7 as uuidv7 } from 'uuid';
import { typeBits } from './dto/listing.kinds.js';
import { PropertyDocumentEntity, PropertyEntity } from './entities/property.entity.js';
import { addressColumns } from './documents/listing.columns.js';
import { propertyDocuments } from './documents/property.documents.js';

/** A physical address as given by a listing. */
export interface PropertySeed {
  /** Equal keys are the same address (D30). */
  readonly key: string;
  readonly suburbId: number | null;
  readonly street: string;
  readonly fullAddress: string;
  /** The sort key of the address. */
  readonly addressOrder: string;
  readonly latitude: string;
  readonly longitude: string;
  /** Whether the coordinates are the centre of the suburb; null without coordinates. */
  readonly isCentre: boolean | null;
  /** JSON text. */
  readonly address: string;
  readonly at: string;
  /** Values of the first listing; triggers update them afterwards. */
  readonly bedrooms: number | null;
  readonly bathrooms: number | null;
  readonly carSpaces: number | null;
  readonly listingType: string;
  readonly listingId: number;
  /** Requested ids, used if they are free. */
  readonly id?: number | null;
  readonly uid?: string;
}

/** The properties of some addresses. */
export interface ResolvedProperties {
  /** By key. */
  readonly ids: ReadonlyMap<string, number>;
  /** Writes the new properties. */
  readonly saves: Saves;
}

/** Finds the property of each address. A missing one is created from the first listing at that address. */
export async function resolveProperties(
  executor: SqlExecutor,
  seeds: readonly PropertySeed[],
): Promise<ResolvedProperties> {
  const wanted = new Map<string, PropertySeed>();
  for (const seed of seeds) {
    const first = located(wanted.get(seed.key) ?? seed, seed);
    wanted.set(seed.key, { ...first, ...propertyValuesOf(first, seed) });
  }
  const found = await executor.query<{ key: string; id: number; isCentre: boolean | null }>(
    sql`SELECT address_key AS key, id, is_centre AS "isCentre" FROM properties
      WHERE address_key = ANY(${[...wanted.keys()]}::text[])`,
  );
  const ids = new Map(found.map(({ key, id }) => [key, id]));
  const unknown = [...wanted.values()].filter(({ key }) => !ids.has(key));
  const free = await freeIdentities(executor, unknown);
  const granted = unknown.map(({ id }) => (id && free.claim(id) ? id : undefined));
  const given = granted.filter((id) => id !== undefined);
  const fresh = await nextIds(executor, 'properties', unknown.length - given.length, given);
  const rows = unknown.map((seed, at) => {
    const id = granted[at] ?? fresh.shift() ?? 0;
    const uid = seed.uid && free.claim(seed.uid) ? seed.uid : uuidv7();
    ids.set(seed.key, id);
    return propertyRow(seed, id, uid);
  });
  const representation = representationOf(propertyDocuments);
  const documents = rows.map(({ id }, at) => ({
    propertyId: id,
    address: unknown[at]?.address ?? '',
    representation,
  }));
  const moved = found.flatMap(({ id, key, isCentre }) => {
    const seed = wanted.get(key);
    return isCentre !== false && seed?.isCentre === false ? { ...seed, id } : [];
  });
  return { ids, saves: saveProperties(executor, rows, documents, moved) };
}

function* saveProperties(
  executor: SqlExecutor,
  rows: readonly PropertyEntity[],
  documents: readonly PropertyDocumentEntity[],
  moved: readonly Located[],
) {
  yield* copyIn(executor, PropertyEntity, rows);
  yield* copyIn(executor, PropertyDocumentEntity, documents);
  if (moved.length > 0) yield () => locate(executor, moved);
}

/** A property whose exact coordinates replace the centre of its suburb, or missing coordinates. */
type Located = Pick<PropertySeed, 'latitude' | 'longitude'> & { readonly id: number };

/** The first seed, with the first coordinates that are not the centre of the suburb. */
function located(first: PropertySeed, { isCentre, latitude, longitude }: PropertySeed): PropertySeed {
  if (first.isCentre === false || isCentre !== false) return first;
  const address = { ...parseStored<object>(first.address), latitude, longitude };
  return { ...first, isCentre, latitude, longitude, address: JSON.stringify(address) };
}

async function locate(executor: SqlExecutor, moved: readonly Located[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) AS given(id int, latitude text, longitude text)`;
  await executor.execute(sql`UPDATE properties property SET latitude = given.latitude::float8,
      longitude = given.longitude::float8, is_centre = false
    FROM ${rows} WHERE property.id = given.id`);
  const stated = await executor.query<{ id: number; address: string }>(
    sql`SELECT property_id AS id, address FROM property_documents WHERE property_id = ANY(${moved.map(({ id }) => id)}::int[])`,
  );
  const places = new Map(moved.map(({ id, latitude, longitude }) => [id, { latitude, longitude }]));
  const addresses = stated.map(({ id, address }) =>
    JSON.stringify({ ...parseStored<object>(address), ...places.get(id) }),
  );
  await executor.execute(sql`UPDATE property_documents stated SET address = given.address
    FROM unnest(${stated.map(({ id }) => id)}::int[], ${addresses}::text[]) AS given(id, address)
    WHERE stated.property_id = given.id`);
}

/** The first requested identity is used. */
const propertyValuesOf = (first: PropertySeed, then: PropertySeed) => ({
  id: first.id ?? then.id ?? null,
  uid: first.uid || then.uid || '',
});

/** The requested identities that are free; each can be reserved once. */
async function freeIdentities(executor: SqlExecutor, seeds: readonly PropertySeed[]) {
  const ids = seeds.flatMap(({ id }) => id ?? []);
  const uids = seeds.flatMap(({ uid }) => uid || []);
  const isWished = ids.length > 0 || uids.length > 0;
  const statement = sql`SELECT id, uid FROM properties WHERE id = ANY(${ids}::int[]) OR uid = ANY(${uids}::uuid[])`;
  const rows = isWished ? await executor.query<{ id: number; uid: string }>(statement) : [];
  const taken = new Set<number | string>(rows.flatMap(({ id, uid }) => [id, uid]));
  const claim = (identity: number | string): boolean => !taken.has(identity) && taken.add(identity) !== undefined;
  return { claim };
}

function propertyRow(seed: PropertySeed, id: number, uid: string): PropertyEntity {
  const degrees = (text: string) => (text === '' ? null : Number(text));
  return {
    id,
    uid,
    addressKey: seed.key,
    suburbId: seed.suburbId,
    ...addressColumns(seed),
    addressOrder: seed.addressOrder,
    latitude: degrees(seed.latitude),
    longitude: degrees(seed.longitude),
    isCentre: seed.isCentre,
    bedrooms: seed.bedrooms,
    bathrooms: seed.bathrooms,
    carSpaces: seed.carSpaces,
    listingTypes: typeBits([seed.listingType]),
    shownListingId: seed.listingId,
    createdAt: new Date(seed.at),
    updatedAt: new Date(seed.at),
  };
}
