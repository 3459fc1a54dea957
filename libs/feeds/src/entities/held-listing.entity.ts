import type { AccountEntity } from '@app/accounts';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

/** The data of a feed listing that has no address yet. The row is deleted when the listing is created or deleted. */
@Entity('held_listings')
export class HeldListingEntity {
  @PrimaryColumn('int', { name: 'website_id' }) websiteId: number;
  /** Case-folded. */
  @PrimaryColumn('text', { name: 'agent_id' }) agentId: string;
  @PrimaryColumn('text', { name: 'unique_id' }) uniqueId: string;
  /** The entries of the listing so far, without their places in files. */
  @Column('jsonb') entries: object;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'held_listings_website_id_fkey' })
  website?: Relation<AccountEntity>;
}
