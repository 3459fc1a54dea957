import type { AccountEntity } from '@app/accounts';
import { asInstant } from '@app/persistence';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';

/** The kinds of events of a listing. */
export const EVENT_KINDS = ['created', 'status', 'price', 'images', 'content', 'deleted'] as const;

/** An event of a listing; it remains when the listing is deleted. */
@Entity('listing_events')
@Index('listing_events_listing', ['listingId', 'id'])
@Index('listing_events_website', ['websiteId', 'id'])
@Check('listing_events_kind_check', `kind IN (${EVENT_KINDS.map((kind) => `'${kind}'`).join(', ')})`)
export class ListingEventEntity {
  /** From the sequence, as decimal digits: it exceeds the range of a number. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('int', { name: 'listing_id' }) listingId: number;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('timestamptz', { transformer: asInstant }) at: string;
  @Column('text') kind: (typeof EVENT_KINDS)[number];
  /** The changed fields, with their old and new values. */
  @Column('jsonb', { nullable: true }) before: Record<string, unknown> | null;
  @Column('jsonb', { nullable: true }) after: Record<string, unknown> | null;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'listing_events_website_id_fkey' })
  website?: Relation<AccountEntity>;
}
