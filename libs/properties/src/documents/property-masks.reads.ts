import type { Recipient } from '@app/http';
import { accuracyBy, documentJoin, hasWords, ListingMasks, type ListView } from '@app/listings';
import { always, never, type CacheDependencies } from '@app/cache';
import { allOf, column, raw, sql, type Sql } from '@app/sql';

const [LISTING, OTHER, LATER, LATEST] = ['listing', 'other', 'later', 'latest'].map((alias) => raw(alias)) as [
  Sql,
  Sql,
  Sql,
  Sql,
];

const statedAddress = sql`JOIN property_documents stated ON stated.property_id = property.id`;

/** The columns of a property that come from its shown listing. */
const ofShown = sql`listing.id AS shown_listing_id, listing.suburb_id, listing.street, listing.full_address,
    listing.address_order, listing.latitude, listing.longitude, listing.is_centre, listing.created_at, listing.updated_at`;

/**
 * The properties that a recipient may see (ADR 19). The operator sees the stored properties. For others, properties are
 * made from visible listings. Listings with a hidden address are left out, so that the property does not reveal it.
 */
export class PropertyMasks {
  readonly listings: ListingMasks;
  private readonly isPublic: boolean;

  constructor(recipient: Recipient) {
    this.listings = new ListingMasks(recipient);
    this.isPublic = recipient.audience === 'public';
  }

  /** The rows, as `property`. */
  get properties(): Sql {
    if (this.listings.isOperator) return sql`properties property`;
    const parts = this.isPublic ? this.listings.parts().map((rows) => this.ofPublic(rows)) : [this.whole, this.hiding];
    return sql`(${parts.reduce((all, part) => sql`${all} UNION ALL ${part}`)}) property`;
  }

  /** The columns of a property of a page, in addition to the columns of its shown listing. */
  columns(view: ListView): Sql {
    const card = sql`property.id AS "placeID", property.bedrooms, property.bathrooms, property.car_spaces AS "carSpaces"`;
    if (view === 'card') return card;
    return sql`${card}, ${this.address} AS "placeAddress", ${accuracyBy(column('property.is_centre'))} AS "placeAccuracy",
      property.created_at AS "createdAt", property.updated_at AS "updatedAt"`;
  }

  /** The joins of these columns, and of the listing. */
  joins(view: ListView): Sql {
    const shownListing = sql`JOIN ${this.listings.from()} ON listing.id = property.shown_listing_id`;
    return view === 'full' && this.listings.isOperator ? sql`${shownListing} ${statedAddress}` : shownListing;
  }

  /** The join of the documents of the shown listing, if no columns of the listing are read. */
  get documentJoin(): Sql {
    return this.listings.isOperator ? sql`` : documentJoin;
  }

  /** The columns of the property of `listing` in a single read, with their join. */
  get single(): { readonly columns: Sql; readonly joins: Sql } {
    const of = (name: string) => raw(`${this.listings.isOperator ? 'property' : 'listing'}.${name}`);
    return {
      columns: sql`listing.property_id AS "placeID", listing.status = 'current' AS "isCurrent", ${of('bedrooms')} AS bedrooms,
      ${of('bathrooms')} AS bathrooms, ${of('car_spaces')} AS "carSpaces", ${of('created_at')} AS "createdAt",
      ${of('updated_at')} AS "updatedAt", ${this.address} AS "placeAddress", ${accuracyBy(of('is_centre'))} AS "placeAccuracy"`,
      joins: this.listings.isOperator ? statedAddress : sql``,
    };
  }

  /** Restricts a condition to the listings of a property that the recipient may see. */
  condition(condition: Sql): Sql {
    return this.listings.isOperator ? condition : allOf([condition, this.isAtProperty(LISTING)]);
  }

  /** The recipient sees a listing with these words, and its address, at `property`. */
  haveWords(s: string, recipient: Recipient): Sql {
    const found = allOf([hasWords(s, {}, recipient), this.isAtProperty(LISTING)]);
    return sql`property.id = ANY(ARRAY(SELECT listing.property_id FROM ${this.listings.from()} WHERE ${found}))`;
  }

  dependencies(dependencies: CacheDependencies): CacheDependencies {
    return this.listings.dependencies(dependencies);
  }

  /** The dependencies of a list. */
  listDependencies(dependencies: CacheDependencies): CacheDependencies {
    if (this.listings.isOperator) return dependencies;
    // Any visible listing may move a property into the list, out of it or within it.
    return this.listings.dependencies({ ...dependencies, property: never, listing: always });
  }

  private get address(): Sql {
    if (this.listings.isOperator) return sql`stated.address`;
    return this.listings.text(sql`document.address`, sql`document.masked_address`);
  }

  /** The recipient may see the listing and its address. */
  private isAtProperty(alias: Sql): Sql {
    const rows = this.listings.rows(alias);
    return allOf([...(rows ? [rows] : []), this.listings.shows('address', alias)]);
  }

  /** The types of the visible listings of the property of `listing`. */
  private get types(): Sql {
    return sql`(
      SELECT bit_or(1 << array_position(enum_range(NULL::listing_type), other.listing_type) - 1)::smallint
      FROM ${this.listings.from('other')} WHERE other.property_id = listing.property_id AND ${this.isAtProperty(OTHER)}
    ) AS listing_types`;
  }

  /** For the public, the latest listing is shown. */
  private ofPublic(rows: Sql): Sql {
    return sql`
  SELECT listing.property_id AS id, (SELECT uid FROM properties WHERE id = listing.property_id) AS uid,
    ${ofShown}, listing.bedrooms, listing.bathrooms, listing.car_spaces, ${this.types}
  FROM ${this.listings.from()}
  WHERE ${rows} AND ${this.isAtProperty(LISTING)} AND NOT EXISTS (
    SELECT FROM ${this.listings.from('later')} WHERE later.property_id = listing.property_id AND ${this.isAtProperty(LATER)}
      AND (later.modtime, later.id) > (listing.modtime, listing.id))`;
  }

  /** Properties without hidden addresses or listings. Triggers maintain their stored columns. */
  private get whole(): Sql {
    return sql`
  SELECT whole.id, whole.uid, ${ofShown}, whole.bedrooms, whole.bathrooms, whole.car_spaces, whole.listing_types
  FROM properties whole JOIN ${this.listings.from()} ON listing.id = whole.shown_listing_id WHERE NOT whole.hides_some`;
  }

  /** All other properties, made by the same rules from the visible listings. */
  private get hiding(): Sql {
    const rank = (alias: Sql) => sql`(${alias}.status = 'current', ${alias}.modtime, ${alias}.id)`;
    return sql`
  SELECT hiding.id, hiding.uid, ${ofShown}, latest.bedrooms, latest.bathrooms, latest.car_spaces, ${this.types}
  FROM properties hiding JOIN ${this.listings.from()} ON listing.property_id = hiding.id
  CROSS JOIN LATERAL (
    SELECT latest.bedrooms, latest.bathrooms, latest.car_spaces FROM ${this.listings.from('latest')}
    WHERE latest.property_id = hiding.id AND ${this.isAtProperty(LATEST)}
    ORDER BY latest.modtime DESC, latest.id DESC LIMIT 1) latest
  WHERE hiding.hides_some AND ${this.isAtProperty(LISTING)} AND NOT EXISTS (
    SELECT FROM ${this.listings.from('later')} WHERE later.property_id = hiding.id AND ${this.isAtProperty(LATER)}
      AND ${rank(LATER)} > ${rank(LISTING)})`;
  }
}
