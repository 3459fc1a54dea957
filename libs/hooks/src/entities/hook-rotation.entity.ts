import type { AccountEntity } from '@app/accounts';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

/** The secret that a URL of an account had last: one that was replaced stays so when the hook goes and comes again. */
@Entity('hook_rotations')
export class HookRotationEntity {
  @PrimaryColumn('int', { name: 'website_id' }) websiteId: number;
  /** A URL may be too long for an index. */
  @PrimaryColumn('text', { name: 'url_md5' }) urlMd5: string;
  @Column('int') generation: number;
  @Column('timestamptz', { name: 'rotated_at' }) rotatedAt: Date;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'hook_rotations_website_id_fkey' })
  website?: Relation<AccountEntity>;
}
