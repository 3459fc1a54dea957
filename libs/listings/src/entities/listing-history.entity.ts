import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { AccountEntity } from '@app/accounts';
import { asInstant } from '@app/schema';
import { LISTING_STATUSES } from '../dto/listing-statuses.js';
import type { ListingEntity } from './listing.entity.js';

/** A change of a listing's status or price, kept as long as the listing. The change log writes it (ADR 37). */
@Entity('listing_history')
export class ListingHistoryEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  @PrimaryColumn('timestamptz') at: Date;
  @PrimaryColumn('text') kind: 'status' | 'price';
  /** The changed fields before the change; null: absent. */
  @Column('jsonb') before: Record<string, unknown>;

  @ManyToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_history_listing_id_fkey' })
  listing?: Relation<ListingEntity>;
}

/** A sale that stands, or a lease, on its day. Only `keep_closings()` writes it. */
@Entity('listing_closings')
@Index('listing_closings_suburb', ['suburbId', 'day'])
@Index('listing_closings_website', ['websiteId', 'day'])
export class ListingClosingEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) readonly listingId: number;
  @PrimaryColumn('date') readonly day: string;
  @PrimaryColumn('enum', { enum: LISTING_STATUSES, enumName: 'listing_status' }) readonly status: string;
  @Column('int', { name: 'website_id' }) readonly websiteId: number;
  @Column('int', { name: 'suburb_id', nullable: true }) readonly suburbId: number | null;

  @ManyToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_closings_listing_id_fkey' })
  readonly listing?: Relation<ListingEntity>;
}

/**
 * A deleted listing, or a deletion that arrived before its listing. Only a later entry creates the listing; a trigger
 * then deletes this row.
 */
@Entity('deleted_listings')
export class DeletedListingEntity {
  @PrimaryColumn('int', { name: 'website_id' }) websiteId: number;
  /** Case-folded. */
  @PrimaryColumn('text', { name: 'agent_id' }) agentId: string;
  @PrimaryColumn('text', { name: 'unique_id' }) uniqueId: string;
  /** When the agency deleted it. */
  @Column('timestamptz', { transformer: asInstant }) modtime: string;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'deleted_listings_website_id_fkey' })
  website?: Relation<AccountEntity>;
}
