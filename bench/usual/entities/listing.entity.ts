import { Column, Entity, JoinColumn, ManyToOne, OneToMany, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from './account.entity.js';
import { ListingAgent } from './listing-agent.entity.js';
import { ListingDocument } from './listing-document.entity.js';
import { Property } from './property.entity.js';
import { Suburb } from './suburb.entity.js';

@Entity('listings')
export class Listing {
  @PrimaryColumn('int') id: number;
  @Column('text') status: string;
  @Column('text', { name: 'listing_type' }) listingType: string;
  @Column('timestamptz') firstdate: Date;
  @Column('timestamptz') modtime: Date;
  @Column('smallint') bedrooms: number | null;
  @Column('numeric') price: string | null;
  @Column('numeric') value: string | null;
  @Column('numeric', { name: 'sold_price' }) soldPrice: string | null;
  @Column('numeric') rent: string | null;
  @Column('text', { name: 'agent_id' }) agentId: string;
  @Column('text') street: string;
  @Column('text', { name: 'full_address' }) fullAddress: string;
  @Column('bigint') flags: string;

  @ManyToOne(() => Account)
  @JoinColumn({ name: 'website_id' })
  website: Relation<Account>;

  @ManyToOne(() => Property)
  @JoinColumn({ name: 'property_id' })
  property: Relation<Property>;

  @ManyToOne(() => Suburb)
  @JoinColumn({ name: 'suburb_id' })
  suburb: Relation<Suburb> | null;

  @OneToOne(() => ListingDocument, (document) => document.listing)
  document: Relation<ListingDocument>;

  @OneToMany(() => ListingAgent, (link) => link.listing)
  agentLinks: Relation<ListingAgent>[];
}
