import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An inspection time of a listing; dates are in the listing's own time zone (D24). */
@Entity('listing_inspections')
export class ListingInspectionEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  @PrimaryColumn('smallint') position: number;
  @Column('timestamptz', { name: 'starts_at' }) startsAt: string;
  @Column('timestamptz', { name: 'ends_at' }) endsAt: string;
  @Column('date', { name: 'first_day' }) firstDay: string;
  @Column('date', { name: 'last_day' }) lastDay: string;
}
