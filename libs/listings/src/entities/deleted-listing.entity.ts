import type { AccountEntity } from '@app/accounts';
import { asInstant } from '@app/schema';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

/**
 * A deleted listing, or a deletion that came before its listing. Only a later entry creates the listing, and a trigger
 * then removes the row.
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
