import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ListingEntity } from './listing.entity.js';

/** The words that `s` finds a listing by (ADR 36). */
@Entity('listing_words')
export class ListingWordsEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  /** Those of its own texts, quoted; with `~` before those that the public does not see. */
  @Column({ type: 'tsvector' }) words: string;
  /** Whether the listing is current. A trigger sets it. */
  @Column({ type: 'boolean', name: 'is_current', insert: false, update: false }) readonly isCurrent?: boolean;
  /** The words of the agency's name; the suburb as `#17`, the region as `@3`. A trigger sets them. */
  @Column({ type: 'tsvector', insert: false, update: false }) readonly context?: string;

  @OneToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_words_listing_id_fkey' })
  listing?: Relation<ListingEntity>;
}
