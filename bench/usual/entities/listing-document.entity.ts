import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Listing } from './listing.entity.js';

/** What is only shown: JSON, parsed as a jsonb column would be. */
@Entity('listing_documents')
export class ListingDocument {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  @Column('text', { transformer: { from: (text: string) => JSON.parse(`{${text}}`) as object, to: String } })
  document: object;
  @Column('text', { transformer: { from: (text: string) => JSON.parse(text) as object, to: JSON.stringify } })
  address: object;
  @Column('jsonb', { name: 'slug_values' }) slugValues: Record<string, string>;

  @OneToOne(() => Listing, (listing) => listing.document)
  @JoinColumn({ name: 'listing_id' })
  listing: Relation<Listing>;
}
