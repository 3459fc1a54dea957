import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** What can happen to a listing. */
export const EVENT_KINDS = ['created', 'status', 'price', 'images', 'content', 'deleted'] as const;

/** Something that happened to a listing; it stays when the listing goes. */
@Entity('listing_events')
export class ListingEventEntity {
  /** The sequence, in decimal digits: it is wider than a number. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('int', { name: 'listing_id' }) listingId: number;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('timestamptz') at: string;
  @Column('text') kind: (typeof EVENT_KINDS)[number];
  /** The fields that changed, as they were and as they are. */
  @Column('jsonb') before: Record<string, unknown> | null;
  @Column('jsonb') after: Record<string, unknown> | null;
}
