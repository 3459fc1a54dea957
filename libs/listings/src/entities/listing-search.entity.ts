import { Column, Entity, Index, PrimaryColumn, JoinColumn, OneToOne, type Relation } from 'typeorm';
import { LISTING_TYPES } from '../dto/listing.kinds.js';
import type { ListingEntity } from './listing.entity.js';

/**
 * The narrow row of a current listing: the columns for filters of lists without a place (ADR 16). Only triggers write
 * it, from `listings`.
 */
@Entity('current_listings')
@Index('current_listings_newest', { synchronize: false })
export class CurrentListingEntity {
  @PrimaryColumn('int') readonly id: number;
  @Column('int', { name: 'website_id' }) readonly websiteId: number;
  @Column('timestamptz') readonly firstdate: Date;
  @Column('bigint') readonly flags: string;
  @Column('enum', { name: 'listing_type', enum: LISTING_TYPES, enumName: 'listing_type' }) readonly listingType: string;
  @Column('boolean', { name: 'is_off_market' }) readonly isOffMarket: boolean;
  @Column('double precision', { nullable: true }) readonly price: number | null;
  @Column('smallint', { nullable: true }) readonly bedrooms: number | null;
  @Column('smallint', { nullable: true }) readonly bathrooms: number | null;
  @Column('int', { name: 'suburb_id', nullable: true }) readonly suburbId: number | null;
  @Column('smallint', { name: 'car_spaces', nullable: true }) readonly carSpaces: number | null;
  @Column('smallint', { name: 'living_areas', nullable: true }) readonly livingAreas: number | null;
  @Column('smallint', { nullable: true }) readonly toilets: number | null;
  @Column('smallint', { nullable: true }) readonly garages: number | null;
  @Column('smallint', { nullable: true }) readonly carports: number | null;
  @Column('smallint', { name: 'open_spaces', nullable: true }) readonly openSpaces: number | null;
  @Column('smallint', { nullable: true }) readonly ensuite: number | null;
  @Column('boolean', { name: 'hides_address' }) readonly hidesAddress: boolean;
  @Column('boolean', { name: 'hides_price' }) readonly hidesPrice: boolean;
  @Column('double precision', { nullable: true }) readonly latitude: number | null;
  @Column('double precision', { nullable: true }) readonly longitude: number | null;
  @Column('text') readonly category: string;
  /** The id in `regions`; null if the suburb has no region. */
  @Column('int', { name: 'region_id', nullable: true }) readonly regionId: number | null;
  @Column('double precision', { name: 'price_to', nullable: true }) readonly priceTo: number | null;
  @Column('boolean', { name: 'hides_suburb', default: false }) readonly hidesSuburb: boolean;
}

/** The search words of a listing for `s` (ADR 25). */
@Entity('listing_words')
export class ListingWordsEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  /** The words of its own texts, quoted; `~` precedes words that are hidden from the public. */
  @Column({ type: 'tsvector' }) words: string;
  /** Whether the listing is current; set by a trigger. */
  @Column({ type: 'boolean', name: 'is_current', insert: false, update: false }) readonly isCurrent?: boolean;
  /** The words of the agency's name, the suburb as `#17`, and the region as `@3`; set by a trigger. */
  @Column({ type: 'tsvector', insert: false, update: false }) readonly context?: string;

  @OneToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_words_listing_id_fkey' })
  listing?: Relation<ListingEntity>;
}
