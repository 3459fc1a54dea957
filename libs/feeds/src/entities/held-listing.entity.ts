import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an agency said of a listing whose address has not come. Goes when the listing is made, or deleted. */
@Entity('held_listings')
export class HeldListingEntity {
  @PrimaryColumn('int', { name: 'website_id' }) websiteId: number;
  /** Folded. */
  @PrimaryColumn('text', { name: 'agent_id' }) agentId: string;
  @PrimaryColumn('text', { name: 'unique_id' }) uniqueId: string;
  /** Its entries as one, as they were read. */
  @Column('jsonb') entry: object;
}
