import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ListingEntity } from './listing.entity.js';

/** A change of the status or the price of a listing, kept as long as the listing. The log of changes writes it (ADR 51). */
@Entity('listing_history')
export class ListingHistoryEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  @PrimaryColumn('timestamptz') at: Date;
  @PrimaryColumn('text') kind: 'status' | 'price';
  /** The fields that have changed, as they were before; null: absent. */
  @Column('jsonb') before: Record<string, unknown>;

  @ManyToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_history_listing_id_fkey' })
  listing?: Relation<ListingEntity>;
}
