import type { AccountEntity } from '@app/accounts';
import { asInstant, asNumber } from '@app/schema';
import type { SuburbEntity } from '@app/suburbs';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
  PrimaryColumn,
  OneToOne,
} from 'typeorm';
import type { AgentEntity } from '@app/agents';
import { LISTING_EVENTS, LISTING_TYPES, type ListingEvent } from '../dto/listing.kinds.js';
import { LISTING_STATUSES } from '../dto/listing-statuses.js';

/** The columns of filters and sorts; other data is in the document. Texts are case-folded. */
@Entity('listings')
@Unique('listings_uid_key', ['uid'])
@Index('listings_available', ['status', 'availableAt', 'id'])
@Index('listings_alphabetical', ['addressOrder', 'id'])
@Index('listings_suburb', ['suburbId'])
@Index('listings_property', ['propertyId', 'modtime'])
@Index('listings_unique_id', ['uniqueId'])
@Index('listings_office', ['agentId', 'status'])
@Index('listings_created', ['status', 'createdAt'])
@Index('listings_auction', ['auctionAt', 'id'], { where: 'auction_at IS NOT NULL' })
@Index('listings_inspections_until', ['inspectionsUntil'], { where: 'inspections_until IS NOT NULL' })
@Index('listings_category', ['category', 'status'])
@Index('listings_land_category', ['landCategory'], { where: "land_category <> ''" })
@Index('listings_rural_category', ['ruralCategory'], { where: "rural_category <> ''" })
@Index('listings_commercial', ['commercialListingType'], { where: "commercial_listing_type <> ''" })
@Index('listings_business_categories', ['businessCategories'], { type: 'gin' })
@Index('listings_commercial_categories', ['commercialCategories'], { type: 'gin' })
@Index('listings_website_id_agent_id_unique_id_key', { synchronize: false })
@Index('listings_available_desc', { synchronize: false })
@Index('listings_facts', { synchronize: false })
@Index('listings_firstdate', { synchronize: false })
@Index('listings_newest', { synchronize: false })
@Index('listings_places', { synchronize: false })
@Index('listings_price', { synchronize: false })
@Index('listings_price_desc', { synchronize: false })
@Index('listings_updated', { synchronize: false })
@Index('listings_website', { synchronize: false })
@Index('listings_land', { synchronize: false })
@Index('listings_sold_desc', { synchronize: false })
@Index('listings_floor', ['status', 'floorArea'], { where: 'floor_area IS NOT NULL' })
@Index('listings_sold', ['soldAt', 'id'], { where: "status = 'sold'" })
@Index('listings_sold_day', ['soldDay'], { where: 'sold_day IS NOT NULL' })
@Index('listings_sold_price', ['shownSoldPrice'], { where: 'shown_sold_price IS NOT NULL' })
export class ListingEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('uuid') uid: string;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('int', { name: 'property_id' }) propertyId: number;
  @Column('int', { name: 'suburb_id', nullable: true }) suburbId: number | null;
  @Column('timestamptz', { transformer: asInstant }) firstdate: string;
  @Column('timestamptz', { transformer: asInstant }) modtime: string;
  @Column('timestamptz', { name: 'created_at', transformer: asInstant }) createdAt: string;
  @Column('timestamptz', { name: 'updated_at', transformer: asInstant }) updatedAt: string;
  @Column('timestamptz', { name: 'available_at', nullable: true, transformer: asInstant }) availableAt: string | null;
  @Column('timestamptz', { name: 'auction_at', nullable: true, transformer: asInstant }) auctionAt: string | null;
  /** The end of the last inspection. */
  @Column('timestamptz', { name: 'inspections_until', nullable: true, transformer: asInstant }) inspectionsUntil:
    string | null;
  /** Dates are in the listing's own time zone (D24). */
  @Column('date', { name: 'available_day', nullable: true }) availableDay: string | null;
  @Column('date', { name: 'auction_day', nullable: true }) auctionDay: string | null;
  /** The time of a sale; null unless the status is `sold`. */
  @Column('timestamptz', { name: 'sold_at', nullable: true, transformer: asInstant }) soldAt: string | null;
  @Column('date', { name: 'sold_day', nullable: true }) soldDay: string | null;
  /** The day and the known result of `details.auctionOutcome`. */
  @Column('date', { name: 'outcome_day', nullable: true }) outcomeDay: string | null;
  @Column('enum', { name: 'auction_outcome', nullable: true, enum: LISTING_EVENTS, enumName: 'listing_event' })
  auctionOutcome: ListingEvent | null;
  @Column('enum', { enum: LISTING_STATUSES, enumName: 'listing_status' }) status: string;
  @Column('enum', { name: 'listing_type', enum: LISTING_TYPES, enumName: 'listing_type' }) listingType: string;
  @Column('smallint', { nullable: true }) bedrooms: number | null;
  @Column('smallint', { nullable: true }) bathrooms: number | null;
  @Column('smallint', { name: 'car_spaces', nullable: true }) carSpaces: number | null;
  @Column('smallint', { nullable: true }) garages: number | null;
  @Column('smallint', { nullable: true }) carports: number | null;
  @Column('smallint', { name: 'open_spaces', nullable: true }) openSpaces: number | null;
  @Column('smallint', { nullable: true }) ensuite: number | null;
  @Column('smallint', { nullable: true }) toilets: number | null;
  @Column('smallint', { name: 'living_areas', nullable: true }) livingAreas: number | null;
  @Column('boolean', { name: 'is_off_market' }) isOffMarket: boolean;
  /** Whether the address, the suburb and the prices are hidden from the public (ADR 19). */
  @Column('boolean', { name: 'hides_address' }) hidesAddress: boolean;
  @Column('boolean', { name: 'hides_suburb', default: false }) hidesSuburb: boolean;
  @Column('boolean', { name: 'hides_price' }) hidesPrice: boolean;
  /** Whether the agency hides the listing (B65). */
  @Column('boolean', { name: 'is_hidden', default: false }) isHidden: boolean;
  /** The time zone of the suburb; if the suburb is hidden, of the capital of its state (B72). */
  @Column('text', { name: 'time_zone' }) timeZone: string;
  /** The price for filters and sorts (D22); for a rental, the weekly rent. */
  @Column('double precision', { nullable: true }) price: number | null;
  /** The upper limit of a price range whose lower limit is the price (B67). */
  @Column('double precision', { name: 'price_to', nullable: true }) priceTo: number | null;
  /** The price of a sale, if the agency shows it; `soldPrice` is the known price. */
  @Column('double precision', { name: 'shown_sold_price', nullable: true }) shownSoldPrice: number | null;
  /** Square metres; null if unknown or 0. */
  @Column('double precision', { name: 'land_area', nullable: true }) landArea: number | null;
  @Column('double precision', { name: 'floor_area', nullable: true }) floorArea: number | null;
  /** Decimal degrees of the address; null if unknown. */
  @Column('double precision', { nullable: true }) latitude: number | null;
  @Column('double precision', { nullable: true }) longitude: number | null;
  /** Whether the coordinates are the centre of the suburb; null without coordinates. */
  @Column('boolean', { name: 'is_centre', nullable: true, default: false }) isCentre: boolean | null;
  /** `price.value`. */
  @Column('numeric', { nullable: true, transformer: asNumber }) value: number | null;
  @Column('numeric', { name: 'sold_price', nullable: true, transformer: asNumber }) soldPrice: number | null;
  /** `price.rent.price`. */
  @Column('numeric', { nullable: true, transformer: asNumber }) rent: number | null;
  @Column('text', { name: 'agent_id' }) agentId: string;
  @Column('text', { name: 'unique_id' }) uniqueId: string;
  @Column('text') category: string;
  @Column('text', { name: 'land_category' }) landCategory: string;
  @Column('text', { name: 'rural_category' }) ruralCategory: string;
  @Column('text', { name: 'commercial_listing_type' }) commercialListingType: string;
  @Column('text', { name: 'business_categories', array: true }) businessCategories: string[];
  @Column('text', { name: 'commercial_categories', array: true }) commercialCategories: string[];
  /** A bit for each flag (`FLAG_BITS`), and one for rents. A text, because it exceeds the range of a number. */
  @Column('bigint') flags: string;
  @Column('text') street: string;
  @Column('text', { name: 'full_address' }) fullAddress: string;
  /** Sort key: suburb, street, street number (numerically), sub-number (D23). */
  @Column({ type: 'text', name: 'address_order', collation: 'C' }) addressOrder: string;
  /**
   * The last transaction that changed the shown data, including agents and documents; set by the database, and part of
   * ETags (ADR 9). Decimal digits, because it exceeds the range of a number.
   */
  @Column({ type: 'bigint', insert: false, update: false, default: () => 'writing_transaction()' })
  readonly version?: string;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'listings_website_id_fkey' })
  website?: Relation<AccountEntity>;

  @ManyToOne('PropertyEntity', { nullable: false })
  @JoinColumn({ name: 'property_id', foreignKeyConstraintName: 'listings_property_id_fkey' })
  property?: { readonly id: number };

  @ManyToOne('SuburbEntity')
  @JoinColumn({ name: 'suburb_id', foreignKeyConstraintName: 'listings_suburb_id_fkey' })
  suburb?: Relation<SuburbEntity> | null;
}

/** An agent of a listing. */
@Entity('listing_agents')
@Index('listing_agents_agent', ['agentId', 'listingId'])
export class ListingAgentEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  @PrimaryColumn('int', { name: 'agent_id' }) agentId: number;
  @Column('smallint') position: number;
  @Column('boolean', { name: 'profile_visibility' }) profileVisibility: boolean;

  @ManyToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_agents_listing_id_fkey' })
  listing?: Relation<ListingEntity>;

  @ManyToOne('AgentEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'agent_id', foreignKeyConstraintName: 'listing_agents_agent_id_fkey' })
  agent?: Relation<AgentEntity>;
}

/** The data of a listing that is only returned, as JSON text built when the listing is written. */
@Entity('listing_documents')
@Index('listing_documents_representation', ['representation'])
export class ListingDocumentEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  /** A digest of all given values; equal digests mean no change. */
  @Column('text') digest: string;
  /** The address, without the property's `_id`. */
  @Column('text') address: string;
  /** The other fields, without braces and without members from columns, the account and the agents. */
  @Column('text') document: string;
  /** The stored members of the card, without braces (B73). */
  @Column('text') card: string;
  /** The three texts without the data that the listing hides; null if a text hides nothing. */
  @Column('text', { name: 'masked_address', nullable: true }) maskedAddress: string | null;
  @Column('text', { name: 'masked_document', nullable: true }) maskedDocument: string | null;
  @Column('text', { name: 'masked_card', nullable: true }) maskedCard: string | null;
  /** The slugified values for the placeholders of slug templates (D29). */
  @Column('jsonb', { name: 'slug_values' }) slugValues: Record<string, string>;
  /** `soldDetails`, of which reads return a part, and `feed`, which they do not return. */
  @Column('jsonb') private: Record<string, unknown>;
  /** The representation version of the texts. */
  @Column('int', { default: 0 }) representation: number;

  @OneToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_documents_listing_id_fkey' })
  listing?: Relation<ListingEntity>;
}

/** An inspection time of a listing; dates are in the listing's own time zone (D24). */
@Entity('listing_inspections')
@Index('listing_inspections_day', ['firstDay'])
@Index('listing_inspections_start', { synchronize: false })
export class ListingInspectionEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  @PrimaryColumn('smallint') position: number;
  @Column('timestamptz', { name: 'starts_at', transformer: asInstant }) startsAt: string;
  @Column('timestamptz', { name: 'ends_at', transformer: asInstant }) endsAt: string;
  @Column('date', { name: 'first_day' }) firstDay: string;
  @Column('date', { name: 'last_day' }) lastDay: string;

  @ManyToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_inspections_listing_id_fkey' })
  listing?: Relation<ListingEntity>;
}
