import type { AgentEntity } from '@app/agents';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ListingEntity } from './listing.entity.js';

/** An agent of a listing. */
@Entity('listing_agents')
@Index('listing_agents_agent', ['agentId', 'listingId'])
export class ListingAgentEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  @PrimaryColumn('int', { name: 'agent_id' }) agentId: number;
  @Column('smallint') position: number;
  @Column('boolean', { name: 'profile_visibility' }) profileVisibility: boolean;

  @ManyToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_agents_listing_id_fkey' })
  listing?: Relation<ListingEntity>;

  @ManyToOne('AgentEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'agent_id', foreignKeyConstraintName: 'listing_agents_agent_id_fkey' })
  agent?: Relation<AgentEntity>;
}
