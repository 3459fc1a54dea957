import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Agent } from './agent.entity.js';
import { Listing } from './listing.entity.js';

@Entity('listing_agents')
export class ListingAgent {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  @PrimaryColumn('int', { name: 'agent_id' }) agentId: number;
  @Column('smallint') position: number;
  @Column('boolean', { name: 'profile_visibility' }) profileVisibility: boolean;

  @ManyToOne(() => Listing, (listing) => listing.agentLinks)
  @JoinColumn({ name: 'listing_id' })
  listing: Relation<Listing>;

  @ManyToOne(() => Agent)
  @JoinColumn({ name: 'agent_id' })
  agent: Relation<Agent>;
}
