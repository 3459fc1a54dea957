import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A physical address (D30). */
@Entity('properties')
export class PropertyEntity {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
  /**
   * The key of the address, case-folded: equal keys are the same address. For an address without a street it is the
   * listing's own key.
   */
  @Column('text', { name: 'address_key' }) addressKey: string;
  @Column('int', { name: 'suburb_id' }) suburbId: number | null;
  /** Case-folded. */
  @Column('text') street: string;
  /** Case-folded. */
  @Column('text', { name: 'full_address' }) fullAddress: string;
  /** Decimal degrees. */
  @Column('double precision') latitude: number | null;
  @Column('double precision') longitude: number | null;
  /** This and the next four are those of the latest listing; a trigger on listings updates them. */
  @Column('smallint') bedrooms: number | null;
  @Column('smallint') bathrooms: number | null;
  @Column('smallint', { name: 'car_spaces' }) carSpaces: number | null;
  /** A bit for each of LISTING_TYPES, in that order. */
  @Column('smallint', { name: 'listing_types' }) listingTypes: number;
  /** The current listing with the latest `modtime`; without a current one, the latest listing. */
  @Column('int', { name: 'shown_listing_id' }) shownListingId: number | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}
