import { Column, Entity, JoinColumn, ManyToOne, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Listing } from './listing.entity.js';
import { PropertyDocument } from './property-document.entity.js';
import { Suburb } from './suburb.entity.js';

@Entity('properties')
export class Property {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
  @Column('smallint') bedrooms: number | null;
  @Column('smallint') bathrooms: number | null;
  @Column('smallint', { name: 'car_spaces' }) carSpaces: number | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;

  @OneToOne(() => PropertyDocument, (document) => document.property)
  document: Relation<PropertyDocument>;

  @ManyToOne(() => Suburb)
  @JoinColumn({ name: 'suburb_id' })
  suburb: Relation<Suburb> | null;

  @OneToOne(() => Listing)
  @JoinColumn({ name: 'shown_listing_id' })
  shownListing: Relation<Listing>;
}
