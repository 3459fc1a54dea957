import { asInstant } from '@app/schema';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ListingEntity } from './listing.entity.js';

/** An inspection time of a listing; dates are in the listing's own time zone (D24). */
@Entity('listing_inspections')
@Index('listing_inspections_day', ['firstDay'])
export class ListingInspectionEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  @PrimaryColumn('smallint') position: number;
  @Column('timestamptz', { name: 'starts_at', transformer: asInstant }) startsAt: string;
  @Column('timestamptz', { name: 'ends_at', transformer: asInstant }) endsAt: string;
  @Column('date', { name: 'first_day' }) firstDay: string;
  @Column('date', { name: 'last_day' }) lastDay: string;

  @ManyToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_inspections_listing_id_fkey' })
  listing?: Relation<ListingEntity>;
}
