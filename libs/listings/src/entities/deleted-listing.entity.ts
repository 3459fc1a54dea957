import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A listing that is gone, or never came: only what an agency changed later makes it. Goes when the listing is made. */
@Entity('deleted_listings')
export class DeletedListingEntity {
  @PrimaryColumn('int', { name: 'website_id' }) websiteId: number;
  /** Folded. */
  @PrimaryColumn('text', { name: 'agent_id' }) agentId: string;
  @PrimaryColumn('text', { name: 'unique_id' }) uniqueId: string;
  /** When the agency deleted it. */
  @Column('timestamptz') modtime: string;
}
