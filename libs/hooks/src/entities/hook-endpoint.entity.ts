import type { AccountEntity } from '@app/accounts';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  PrimaryColumn,
} from 'typeorm';

/** A URL that an account has changes delivered to: its `hooks` with that URL. The writer of accounts maintains it. */
@Entity('hook_endpoints')
@Index('hook_endpoints_website', ['websiteId'])
export class HookEndpointEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('text') url: string;
  /** The name of its first hook. */
  @Column('text') name: string;
  @Column('text', { array: true }) triggers: string[];
  /** The secret is derived from it. */
  @Column('int', { default: 1 }) generation: number;
  /** The time of the last rotation; null: none. */
  @Column('timestamptz', { name: 'rotated_at', nullable: true }) rotatedAt: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'hook_endpoints_website_id_fkey' })
  website?: Relation<AccountEntity>;
}

/** The last secret of a URL of an account: a replaced secret stays invalid if the hook is removed and added again. */
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
