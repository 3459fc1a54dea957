import { Column, Entity, PrimaryColumn } from 'typeorm';
import { LISTING_STATUSES, LISTING_TYPES } from '../listing-types.js';

/** The columns that filters and sorts use; data that is only shown is in the document. Texts are case-folded. */
@Entity('listings')
export class ListingEntity {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('int', { name: 'property_id' }) propertyId: number;
  @Column('int', { name: 'suburb_id' }) suburbId: number | null;
  @Column('timestamptz') firstdate: string;
  @Column('timestamptz') modtime: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: string;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: string;
  @Column('timestamptz', { name: 'available_at' }) availableAt: string | null;
  @Column('timestamptz', { name: 'auction_at' }) auctionAt: string | null;
  /** When the last inspection ends. */
  @Column('timestamptz', { name: 'inspections_until' }) inspectionsUntil: string | null;
  /** Dates are in the listing's own time zone (D24). */
  @Column('date', { name: 'available_day' }) availableDay: string | null;
  @Column('date', { name: 'auction_day' }) auctionDay: string | null;
  @Column('enum', { enum: LISTING_STATUSES, enumName: 'listing_status' }) status: string;
  @Column('enum', { name: 'listing_type', enum: LISTING_TYPES, enumName: 'listing_type' }) listingType: string;
  @Column('smallint') bedrooms: number | null;
  @Column('smallint') bathrooms: number | null;
  @Column('smallint', { name: 'car_spaces' }) carSpaces: number | null;
  @Column('smallint') garages: number | null;
  @Column('smallint') carports: number | null;
  @Column('smallint', { name: 'open_spaces' }) openSpaces: number | null;
  @Column('smallint') ensuite: number | null;
  @Column('smallint') toilets: number | null;
  @Column('smallint', { name: 'living_areas' }) livingAreas: number | null;
  @Column('boolean', { name: 'is_off_market' }) isOffMarket: boolean;
  /** The price used by price filters and sorts (D22). */
  @Column('numeric') price: number | null;
  /** `price.value`. */
  @Column('numeric') value: number | null;
  @Column('numeric', { name: 'sold_price' }) soldPrice: number | null;
  /** `price.rent.price`. */
  @Column('numeric') rent: number | null;
  @Column('text', { name: 'agent_id' }) agentId: string;
  @Column('text', { name: 'unique_id' }) uniqueId: string;
  @Column('text') category: string;
  @Column('text', { name: 'land_category' }) landCategory: string;
  @Column('text', { name: 'rural_category' }) ruralCategory: string;
  @Column('text', { name: 'commercial_listing_type' }) commercialListingType: string;
  @Column('text', { name: 'business_categories', array: true }) businessCategories: string[];
  @Column('text', { name: 'commercial_categories', array: true }) commercialCategories: string[];
  /** A bit for each of FEATURE_FLAGS, in that order; as text because it exceeds the range of a number. */
  @Column('bigint') flags: string;
  @Column('text') street: string;
  @Column('text', { name: 'full_address' }) fullAddress: string;
  /** Sort key: suburb, street, street number (numerically), sub-number (D23). */
  @Column('text', { name: 'address_order' }) addressOrder: string;
}
