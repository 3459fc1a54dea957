import { Column, Entity, JoinColumn, ManyToOne, OneToMany, OneToOne, PrimaryColumn, type Relation } from 'typeorm';

@Entity('suburbs')
export class Suburb {
  @PrimaryColumn('int') id: number;
  @Column('text') suburb: string;
  @Column('text', { name: 'region_name' }) regionName: string;
}

@Entity('accounts')
export class Account {
  @PrimaryColumn('int') id: number;
  @Column('text') link: string;
  @Column('text', { name: 'listing_source' }) listingSource: string;
  @Column('text', { name: 'listing_office_ids', array: true }) listingOfficeIDs: string[];
  @Column('int', { name: 'main_website_id', nullable: true }) mainWebsiteId: number | null;
  @Column('jsonb', { name: 'slug_templates' }) slugTemplates: Record<string, string>;
  @Column('text', { name: 'listing_summary' }) summary: string;
}

@Entity('agents')
export class Agent {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
  @Column('text') name: string;
  @Column('text') slug: string;
}

@Entity('properties')
export class Property {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
}

@Entity('listings')
export class Listing {
  @PrimaryColumn('int') id: number;
  @Column('text', { name: 'agent_id' }) officeID: string;
  @Column('text') status: string;
  @Column('text', { name: 'listing_type' }) listingType: string;
  @Column('double precision', { nullable: true }) price: number | null;
  @Column('smallint', { nullable: true }) bedrooms: number | null;
  @Column('bigint') flags: string;
  @Column('timestamptz') firstdate: Date;
  @Column('text', { name: 'full_address' }) fullAddress: string;
  @Column('double precision', { nullable: true }) latitude: number | null;
  @Column('double precision', { nullable: true }) longitude: number | null;
  @ManyToOne(() => Account) @JoinColumn({ name: 'website_id' }) website: Relation<Account>;
  @ManyToOne(() => Property) @JoinColumn({ name: 'property_id' }) property: Relation<Property>;
  @ManyToOne(() => Suburb) @JoinColumn({ name: 'suburb_id' }) suburb: Relation<Suburb> | null;
  @OneToOne(() => ListingDocument, (document) => document.listing) document: Relation<ListingDocument>;
  @OneToMany(() => ListingAgent, (link) => link.listing) agentLinks: Relation<ListingAgent>[];
}

@Entity('listing_documents')
export class ListingDocument {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  /** The members of the representation, and its address. */
  @Column('text') document: string;
  @Column('text') address: string;
  @Column('jsonb', { name: 'slug_values' }) slugValues: Record<string, string>;
  @OneToOne(() => Listing, (listing) => listing.document)
  @JoinColumn({ name: 'listing_id' })
  listing: Relation<Listing>;
}

@Entity('listing_agents')
export class ListingAgent {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  @PrimaryColumn('int', { name: 'agent_id' }) agentId: number;
  @Column('smallint') position: number;
  @ManyToOne(() => Listing, (listing) => listing.agentLinks)
  @JoinColumn({ name: 'listing_id' })
  listing: Relation<Listing>;
  @ManyToOne(() => Agent) @JoinColumn({ name: 'agent_id' }) agent: Relation<Agent>;
}

export const entities = [Suburb, Account, Agent, Property, Listing, ListingDocument, ListingAgent];
