import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A listing that was deleted, or whose deletion came before the listing: only a later entry creates it. The row is
 * removed when the listing is created.
 */
@Entity('deleted_listings')
export class DeletedListingEntity {
  @PrimaryColumn('int', { name: 'website_id' }) websiteId: number;
  /** Case-folded. */
  @PrimaryColumn('text', { name: 'agent_id' }) agentId: string;
  @PrimaryColumn('text', { name: 'unique_id' }) uniqueId: string;
  /** When the agency deleted it. */
  @Column('timestamptz') modtime: string;
}
