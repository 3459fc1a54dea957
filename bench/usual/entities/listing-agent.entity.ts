import { Column, Entity, Index, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Agent } from './agent.entity.js';
import type { Listing } from './listing.entity.js';

@Entity({ name: 'listing_agents', schema: 'usual' })
export class ListingAgent {
  @PrimaryColumn('int') listingId: number;
  @PrimaryColumn('int') @Index() agentId: number;
  @Column('smallint') position: number;
  @Column('boolean') profileVisibility: boolean;

  @ManyToOne('Listing', 'agentLinks', { onDelete: 'CASCADE' })
  listing: Relation<Listing>;

  @ManyToOne(() => Agent, { onDelete: 'CASCADE' })
  agent: Relation<Agent>;
}
