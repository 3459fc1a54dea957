import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The kinds of events of a listing. */
export const EVENT_KINDS = ['created', 'status', 'price', 'images', 'content', 'deleted'] as const;

/** An event of a listing; it remains when the listing is deleted. */
@Entity('listing_events')
export class ListingEventEntity {
  /** From the sequence, as decimal digits: it exceeds the range of a number. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('int', { name: 'listing_id' }) listingId: number;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('timestamptz') at: string;
  @Column('text') kind: (typeof EVENT_KINDS)[number];
  /** The changed fields, with their old and new values. */
  @Column('jsonb') before: Record<string, unknown> | null;
  @Column('jsonb') after: Record<string, unknown> | null;
}
