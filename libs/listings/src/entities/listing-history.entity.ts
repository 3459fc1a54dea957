import { Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { AccountEntity } from '@app/accounts';
import { asInstant } from '@app/schema';
import { LISTING_STATUSES } from '../dto/listing-statuses.js';
import { LISTING_EVENTS, LISTING_TYPES, type ListingEvent } from '../dto/listing.kinds.js';
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

/** An event of a listing, on a day of its own time zone. Only `keep_events()` writes events (ADR 39). */
@Entity('listing_events')
@Index('listing_events_suburb', ['suburbId', 'day'])
@Index('listing_events_website', ['websiteId', 'day'])
export class ListingEventEntity {
  @Column('double precision', { nullable: true }) readonly amount: number | null;
  @PrimaryColumn('int', { name: 'listing_id' }) readonly listingId: number;
  @PrimaryColumn('enum', { enum: LISTING_EVENTS, enumName: 'listing_event' }) readonly what: ListingEvent;
  @PrimaryColumn('date') readonly day: string;
  /** Days on the market. */
  @Column('int', { nullable: true }) readonly days: number | null;
  @Column('int', { name: 'website_id' }) readonly websiteId: number;
  @Column('int', { name: 'suburb_id', nullable: true }) readonly suburbId: number | null;
  @Column('enum', { name: 'listing_type', enum: LISTING_TYPES, enumName: 'listing_type' }) readonly listingType: string;
  @Column('enum', { enum: LISTING_STATUSES, enumName: 'listing_status' }) readonly status: string;
  @Column('smallint', { nullable: true }) readonly bedrooms: number | null;
  @Column('boolean', { name: 'is_hidden' }) readonly isHidden: boolean;
  @Column('boolean', { name: 'hides_price' }) readonly hidesPrice: boolean;
  @Column('boolean', { name: 'hides_suburb' }) readonly hidesSuburb: boolean;
  @Column('text') readonly category: string;

  @ManyToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_events_listing_id_fkey' })
  readonly listing?: Relation<ListingEntity>;
}

/** The end of the first load of an account: of the first feed or bundle with listings. */
@Entity('first_loads')
export class FirstLoadEntity {
  @PrimaryColumn('int', { name: 'website_id' }) readonly websiteId: number;
  @Column('timestamptz') readonly until: Date;

  @OneToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'first_loads_website_id_fkey' })
  readonly website?: Relation<AccountEntity>;
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
