import { Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { Listing } from './listing.entity.js';
import { Suburb } from './suburb.entity.js';

/** A physical address. */
@Entity({ name: 'properties', schema: 'usual' })
export class Property {
  @PrimaryGeneratedColumn() id: number;
  @Column('uuid', { unique: true }) uid: string;
  @Column('smallint', { nullable: true }) @Index() bedrooms: number | null;
  @Column('smallint', { nullable: true }) @Index() bathrooms: number | null;
  @Column('smallint', { nullable: true }) @Index() parkingSpaces: number | null;
  @Column('jsonb') address: object;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;

  @ManyToOne(() => Suburb)
  @Index()
  suburb: Relation<Suburb> | null;

  /** The current one, else the latest. */
  @OneToOne('Listing')
  @JoinColumn()
  shownListing: Relation<Listing>;
}
