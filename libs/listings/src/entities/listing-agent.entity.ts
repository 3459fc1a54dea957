import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An agent of a listing. */
@Entity('listing_agents')
export class ListingAgentEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  @PrimaryColumn('int', { name: 'agent_id' }) agentId: number;
  @Column('smallint') position: number;
  @Column('boolean', { name: 'profile_visibility' }) profileVisibility: boolean;
}
