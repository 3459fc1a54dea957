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

/**
 * A URL to which an account has changes delivered: all its `hooks` with that URL. The writer of accounts maintains it.
 */
@Entity('hook_endpoints')
@Index('hook_endpoints_website', ['websiteId'])
export class HookEndpointEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('text') url: string;
  /** The name of the first hook with this URL. */
  @Column('text') name: string;
  @Column('text', { array: true }) triggers: string[];
  /** The generation of the secret, which is derived from it. */
  @Column('int', { default: 1 }) generation: number;
  /** The time of the last rotation; null: none. */
  @Column('timestamptz', { name: 'rotated_at', nullable: true }) rotatedAt: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'hook_endpoints_website_id_fkey' })
  website?: Relation<AccountEntity>;
}

/**
 * The last generation of a URL's secret: a replaced secret stays invalid even if the hook is removed and added again.
 */
@Entity('hook_rotations')
export class HookRotationEntity {
  @PrimaryColumn('int', { name: 'website_id' }) websiteId: number;
  /** The hash of the URL, because a URL may be too long for an index. */
  @PrimaryColumn('text', { name: 'url_md5' }) urlMd5: string;
  @Column('int') generation: number;
  @Column('timestamptz', { name: 'rotated_at' }) rotatedAt: Date;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'hook_rotations_website_id_fkey' })
  website?: Relation<AccountEntity>;
}
