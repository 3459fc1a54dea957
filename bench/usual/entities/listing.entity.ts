import { Column, Entity, Index, ManyToOne, OneToMany, OneToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Account } from './account.entity.js';
import { ListingAgent } from './listing-agent.entity.js';
import { ListingDocument } from './listing-document.entity.js';
import { ListingFeatures } from './listing-features.js';
import { Property } from './property.entity.js';
import { Suburb } from './suburb.entity.js';

@Entity({ name: 'listings', schema: 'usual' })
@Index(['status', 'firstdate'])
export class Listing {
  @PrimaryGeneratedColumn() id: number;
  @Column('uuid', { unique: true }) uid: string;
  @Column('text') @Index() uniqueID: string;
  /** The office. */
  @Column('text') @Index() agentID: string;
  @Column('text') @Index() status: string;
  @Column('text') @Index() listingType: string;
  @Column('text') @Index() category: string;
  @Column('text') landCategory: string;
  @Column('text') ruralCategory: string;
  @Column('text') commercialListingType: string;
  @Column('text', { array: true }) businessCategory: string[];
  @Column('text', { array: true }) commercialCategory: string[];
  @Column('text') authority: string;
  @Column('text') commercialAuthority: string;
  @Column('text') exclusivity: string;
  @Column('text') tenancy: string;
  @Column('text') outgoings: string;
  @Column('boolean') isOffMarket: boolean;
  @Column('boolean') newConstruction: boolean;
  @Column('boolean') underOffer: boolean;
  /** What bounds and orders go by: the value, or the rent. */
  @Column('numeric', { nullable: true }) @Index() price: string | null;
  @Column('numeric', { nullable: true }) value: string | null;
  @Column('numeric', { nullable: true }) soldPrice: string | null;
  @Column('numeric', { nullable: true }) rent: string | null;
  @Column('text') fullAddress: string;
  @Column('double precision', { nullable: true }) latitude: number | null;
  @Column('double precision', { nullable: true }) longitude: number | null;
  @Column('timestamptz') @Index() firstdate: Date;
  @Column('timestamptz') @Index() modtime: Date;
  @Column('timestamptz') @Index() createdAt: Date;
  @Column('timestamptz') @Index() updatedAt: Date;
  @Column(() => ListingFeatures, { prefix: false }) features: ListingFeatures;

  @ManyToOne(() => Account, { nullable: false, onDelete: 'CASCADE' })
  @Index()
  website: Relation<Account>;

  @ManyToOne(() => Property, { nullable: false })
  @Index()
  property: Relation<Property>;

  @ManyToOne(() => Suburb)
  @Index()
  suburb: Relation<Suburb> | null;

  @OneToOne(() => ListingDocument, (document) => document.listing)
  document: Relation<ListingDocument>;

  @OneToMany(() => ListingAgent, (link) => link.listing)
  agentLinks: Relation<ListingAgent>[];
}
