import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A physical address (D30). */
@Entity('properties')
export class PropertyEntity {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
  /** What makes two addresses the same, folded; of an address without a street: the listing's own key. */
  @Column('text', { name: 'address_key' }) addressKey: string;
  @Column('int', { name: 'suburb_id' }) suburbId: number | null;
  /** Folded. */
  @Column('text') street: string;
  /** Folded. */
  @Column('text', { name: 'full_address' }) fullAddress: string;
  /** Decimal degrees. */
  @Column('double precision') latitude: number | null;
  @Column('double precision') longitude: number | null;
  /** Of the latest listing; a trigger on listings keeps these five. */
  @Column('smallint') bedrooms: number | null;
  @Column('smallint') bathrooms: number | null;
  @Column('smallint', { name: 'car_spaces' }) carSpaces: number | null;
  /** A bit for each of LISTING_TYPES, in its order. */
  @Column('smallint', { name: 'listing_types' }) listingTypes: number;
  /** The current listing of the latest `modtime`, else the latest one. */
  @Column('int', { name: 'shown_listing_id' }) shownListingId: number | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}
