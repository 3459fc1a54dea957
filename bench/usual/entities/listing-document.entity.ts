import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Listing } from './listing.entity.js';

/** What is only shown, and bulky: in a table of its own, so that whoever looks for listings need not read it. */
@Entity({ name: 'listing_documents', schema: 'usual' })
export class ListingDocument {
  @PrimaryColumn('int') listingId: number;
  /** The members of the representation that are no columns: texts, prices as they are shown, images. */
  @Column('jsonb') content: object;
  @Column('jsonb') address: object;
  /** Of the placeholders of slug templates. */
  @Column('jsonb') slugValues: Record<string, string>;

  @OneToOne('Listing', 'document', { onDelete: 'CASCADE' })
  @JoinColumn()
  listing: Relation<Listing>;
}
