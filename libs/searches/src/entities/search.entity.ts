import type { AccountEntity } from '@app/accounts';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
} from 'typeorm';

/** A saved search of an account (ADR 40). */
@Entity('searches')
@Unique('searches_uid_key', ['uid'])
@Index('searches_website', ['websiteId', 'id'])
@Index('searches_reference', ['websiteId', 'reference', 'id'])
@Index('searches_keys', ['keys'], { type: 'gin' })
@Index('searches_group', ['groupKey', 'websiteId'])
@Index('searches_keys_version', ['keysVersion'])
@Index('searches_used', ['usedAt'])
export class SearchEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('uuid') uid: string;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('text') name: string;
  @Column('text') query: string;
  @Column('text') reference: string;
  @Column('text', { array: true }) notify: string[];
  /** The position in the log at which its matches begin. */
  @Column('text') cursor: string;
  /** Equal for searches that match the same listings. */
  @Column('text', { name: 'group_key' }) groupKey: string;
  /** Every matching listing has one of these keys. */
  @Column('text', { array: true }) keys: string[];
  /** The version of the rule that built the keys; 0: they must be rebuilt. */
  @Column('int', { name: 'keys_version' }) keysVersion: number;
  /** Whether the keys contain surrounding suburbs. */
  @Column('boolean', { name: 'is_widened' }) isWidened: boolean;
  /** Whether the query has no place, account, agent or id. */
  @Column('boolean', { name: 'is_broad' }) isBroad: boolean;
  /** The price limits of the query. */
  @Column('double precision', { name: 'min_price', nullable: true }) minPrice: number | null;
  @Column('double precision', { name: 'max_price', nullable: true }) maxPrice: number | null;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt: Date;
  /** When the search was last changed, or its matches were last read. */
  @Column('timestamptz', { name: 'used_at', default: () => 'now()' }) usedAt: Date;
  /** The idempotency key of the request that created it. */
  @Column('int', { name: 'credential_id', nullable: true }) credentialId: number | null;
  @Column('text', { name: 'idempotency_key', nullable: true }) idempotencyKey: string | null;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'searches_website_id_fkey' })
  website?: Relation<AccountEntity>;
}

/** The progress in the log of comparing searches for hooks. */
@Entity('search_progress')
export class SearchProgressEntity {
  /** An owner that is processed separately; 0: all others. */
  @PrimaryColumn('int') owner: number;
  @Column('text') cursor: string;
  /** The number of changes in the batch in progress; null: none. */
  @Column('int', { nullable: true }) batch: number | null;
  /** The process that holds the lease, in the row of owner 0. */
  @Column('text', { nullable: true }) worker: string | null;
  @Column('timestamptz', { name: 'leased_until', nullable: true }) leasedUntil: Date | null;
}
