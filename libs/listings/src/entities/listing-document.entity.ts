import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is only shown of a listing, as JSON text made when the listing was written. */
@Entity('listing_documents')
export class ListingDocumentEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  /** Of all that was given; the same digest again changes nothing. */
  @Column('text') digest: string;
  /** The address, without the property's `_id`. */
  @Column('text') address: string;
  /** The other fields, without braces and without what the account and the agents give. */
  @Column('text') document: string;
  /** The slugified values of the slug template's placeholders (D29). */
  @Column('jsonb', { name: 'slug_values' }) slugValues: Record<string, string>;
  /** What only the store knows: `soldDetails`. */
  @Column('jsonb') private: Record<string, unknown>;
  /** Of which declarations the texts were made. */
  @Column('int') representation: number;
}
