import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { FLAGS } from '../flags.js';

const SCHEMA = { schema: 'usual' };
const OPTIONAL = { nullable: true } as const;

@Entity('suburbs', SCHEMA)
export class Suburb {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
  @Column('text') @Index() suburb: string;
  @Column('text') state: string;
  @Column('text') postcode: string;
  @Column('text') @Index() name: string;
  @Column('text') slug: string;
  @Column('text') areaName: string;
  @Column('text') @Index() regionName: string;
  /** Listed in the reference, and not only in addresses. */
  @Column('boolean') gazetted: boolean;
  @Column('jsonb', OPTIONAL) surroundingSuburbs: object[] | null;
}

/** An agency, which is also a website. */
@Entity('accounts', SCHEMA)
export class Account {
  @PrimaryColumn('int') id: number;
  @Column('text') name: string;
  @Column('text') link: string;
  @Column('text') type: string;
  @Column('text') favicon: string;
  @Column('boolean') enabledSlug: boolean;
  @Column('text') listingSource: string;
  @Column('text', { array: true }) listingOfficeIDs: string[];
  @Column('jsonb') config: object;
  @Column('jsonb') contacts: object;
  @Column('jsonb') integrations: object;
  @Column('jsonb') logo: object;
  @Column('jsonb') slugs: { readonly listingType: string; readonly slug: string }[];
  @Column('int', OPTIONAL) @Index() mainWebsiteId: number | null;
}

@Entity('agents', SCHEMA)
export class Agent {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
  @Column('text') name: string;
  @Column('text', { unique: true }) slug: string;
  @Column('text') emailAgency: string;
  @Column('text') emailCrm: string;
  @Column('text') profileImage: string;
  @Column('text') profileLink: string;
  @Column('jsonb') telephone: object[];
}

/** Numbers of rooms, and a boolean for each flag. */
export class ListingFeatures {
  @Column('smallint', OPTIONAL) @Index() bedrooms: number | null;
  @Column('smallint', OPTIONAL) bathrooms: number | null;
  @Column('smallint', OPTIONAL) parkingSpaces: number | null;
  @Column('smallint', OPTIONAL) garages: number | null;
  @Column('smallint', OPTIONAL) carports: number | null;
  @Column('smallint', OPTIONAL) openSpaces: number | null;
  @Column('smallint', OPTIONAL) ensuite: number | null;
  @Column('smallint', OPTIONAL) toilets: number | null;
  @Column('smallint', OPTIONAL) livingAreas: number | null;
  @Column('text') otherFeatures: string;
}

for (const flag of FLAGS) Column('boolean', { default: false })(ListingFeatures.prototype, flag);

@Entity('listings', SCHEMA)
@Index(['status', 'firstdate'])
export class Listing {
  @PrimaryColumn('int') id: number;
  /** The office. */
  @Column('text') @Index() agentID: string;
  @Column('text') @Index() status: string;
  @Column('text') @Index() listingType: string;
  /** The value or the rent: bounds and orders. */
  @Column('numeric', OPTIONAL) @Index() price: string | null;
  @Column('timestamptz') @Index() firstdate: Date;
  @Column('text') fullAddress: string;
  @Column('double precision', OPTIONAL) latitude: number | null;
  @Column('double precision', OPTIONAL) longitude: number | null;
  @Column(() => ListingFeatures, { prefix: false }) features: ListingFeatures;
  @Column('uuid') propertyUid: string;
  @ManyToOne(() => Account, { nullable: false }) @Index() website: Relation<Account>;
  @ManyToOne(() => Suburb) @Index() suburb: Relation<Suburb> | null;
  @OneToOne(() => ListingDocument, (document) => document.listing) document: Relation<ListingDocument>;
  @OneToMany(() => ListingAgent, (link) => link.listing) agentLinks: Relation<ListingAgent>[];
}

/** The bulk of a listing, in a table of its own: searches do not read it. */
@Entity('listing_documents', SCHEMA)
export class ListingDocument {
  @PrimaryColumn('int') listingId: number;
  /** Members of the representation that are no columns: texts, displayed prices, images. */
  @Column('jsonb') content: object;
  @Column('jsonb') address: object;
  /** Values for the placeholders of slug templates. */
  @Column('jsonb') slugValues: Record<string, string>;
  @OneToOne(() => Listing, (listing) => listing.document) @JoinColumn() listing: Relation<Listing>;
}

@Entity('listing_agents', SCHEMA)
export class ListingAgent {
  @PrimaryColumn('int') listingId: number;
  @PrimaryColumn('int') @Index() agentId: number;
  @Column('smallint') position: number;
  @Column('boolean') profileVisibility: boolean;
  @ManyToOne(() => Listing, (listing) => listing.agentLinks) listing: Relation<Listing>;
  @ManyToOne(() => Agent) agent: Relation<Agent>;
}

/** The schema `usual` is made of them. */
export const entities = [Suburb, Account, Agent, Listing, ListingDocument, ListingAgent];
