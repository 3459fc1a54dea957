import type { AccountEntity } from '@app/accounts';
import { asInstant } from '@app/schema';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

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
  @Column('timestamptz', { transformer: asInstant }) modtime: string;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'deleted_listings_website_id_fkey' })
  website?: Relation<AccountEntity>;
}
