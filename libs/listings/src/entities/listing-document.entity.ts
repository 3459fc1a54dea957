import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ListingEntity } from './listing.entity.js';

/** The data of a listing that is only shown, as JSON text built when the listing is written. */
@Entity('listing_documents')
@Index('listing_documents_representation', ['representation'])
export class ListingDocumentEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  /** A digest of all given values; the same digest means no change. */
  @Column('text') digest: string;
  /** The address, without the property's `_id`. */
  @Column('text') address: string;
  /** The other fields, without braces, and without the parts that come from the account and the agents. */
  @Column('text') document: string;
  /** The slugified values of the placeholders of slug templates (D29). */
  @Column('jsonb', { name: 'slug_values' }) slugValues: Record<string, string>;
  /** `soldDetails`, of which reads show a part, and `feed`, which they do not show. */
  @Column('jsonb') private: Record<string, unknown>;
  /** The representation version of the texts. */
  @Column('int', { default: 0 }) representation: number;

  @OneToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_documents_listing_id_fkey' })
  listing?: Relation<ListingEntity>;
}
