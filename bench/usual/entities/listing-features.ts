import { Column, Index } from 'typeorm';
import { FLAGS } from '../../flags.js';

const count = { nullable: true } as const;

/** The columns of a listing that say what there is: numbers of rooms, and a boolean for each of the flags. */
export class ListingFeatures {
  @Column('smallint', count) @Index() bedrooms: number | null;
  @Column('smallint', count) @Index() bathrooms: number | null;
  @Column('smallint', count) @Index() parkingSpaces: number | null;
  @Column('smallint', count) garages: number | null;
  @Column('smallint', count) carports: number | null;
  @Column('smallint', count) openSpaces: number | null;
  @Column('smallint', count) ensuite: number | null;
  @Column('smallint', count) toilets: number | null;
  @Column('smallint', count) livingAreas: number | null;
  @Column('text') otherFeatures: string;
}

for (const flag of FLAGS) Column('boolean', { default: false })(ListingFeatures.prototype, flag);
