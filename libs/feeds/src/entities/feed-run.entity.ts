import type { AccountEntity } from '@app/accounts';
import { asInstant } from '@app/schema';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  PrimaryColumn,
  type Relation,
  OneToOne,
  Unique,
} from 'typeorm';

/** An import of a feed file, or a file in the inbox that cannot be imported. */
@Entity('feed_runs')
@Index('feed_runs_file', ['websiteId', 'file'])
@Index('feed_runs_website', { synchronize: false })
export class FeedRunEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  /** Null when the file belongs to no account. */
  @Column('int', { name: 'website_id', nullable: true }) websiteId: number | null;
  @Column('text') file: string;
  /** SHA-256 of the file, in hexadecimal; empty when the file was not read. */
  @Column('text') hash: string;
  @Column('timestamptz', { name: 'started_at', transformer: asInstant }) startedAt: string;
  /** Null while the import runs, or when it was killed. */
  @Column('timestamptz', { name: 'ended_at', nullable: true, transformer: asInstant }) endedAt: string | null;
  @Column('int', { default: 0 }) created: number;
  @Column('int', { default: 0 }) updated: number;
  @Column('int', { default: 0 }) unchanged: number;
  @Column('int', { default: 0 }) stale: number;
  @Column('int', { default: 0 }) deleted: number;
  /** Not named by a full feed. */
  @Column('int', { default: 0 }) withdrawn: number;
  /** Not named by a full feed, and not withdrawn. */
  @Column('int', { default: 0 }) unconfirmed: number;
  /** Identifies the unconfirmed listings: the same file may confirm them. */
  @Column('text', { default: '' }) refused: string;
  @Column('int', { default: 0 }) rejected: number;
  /** `changes` or `full`. */
  @Column('text', { default: 'changes' }) mode: string;
  /** `reaxml`, or the kind of a bundle's lines. */
  @Column('text', { default: 'reaxml' }) content: string;
  @Column('boolean', { name: 'is_dry_run', default: false }) isDryRun: boolean;
  /** The feed is received, and its import has not begun. */
  @Column('boolean', { name: 'is_waiting', default: false }) isWaiting: boolean;
  /** The reason for rejecting, ignoring or leaving the whole file in the inbox; null if it was imported. */
  @Column('text', { nullable: true }) fatal: string | null;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'feed_runs_website_id_fkey' })
  website?: Relation<AccountEntity> | null;
}

/** A problem with one listing of a feed file, or with the file itself. */
@Entity('feed_run_problems')
@Index('feed_run_problems_unique_id', ['uniqueID'], { where: "unique_id <> ''" })
export class FeedRunProblemEntity {
  @PrimaryColumn('int', { name: 'run_id' }) runId: number;
  @PrimaryColumn('int') position: number;
  /**
   * Line in the file, from 1; null when the problem has no position, and in runs stored before positions were recorded.
   */
  @Column('int', { name: 'line_number', nullable: true }) line: number | null;
  @Column('int', { name: 'column_number', nullable: true }) column: number | null;
  /** Number of the entry in the file, from 1; null for a problem of the file itself. */
  @Column('int', { nullable: true }) entry: number | null;
  @Column('text', { name: 'unique_id' }) uniqueID: string;
  @Column('text') element: string;
  @Column('text') problem: string;
  @Column('text') done: string;
  /** Outcome of the listing; empty for a problem of the file itself. */
  @Column('text') outcome: string;

  @ManyToOne('FeedRunEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'feed_run_problems_run_id_fkey' })
  run?: Relation<FeedRunEntity>;
}

/** The body of a queued feed, until its import has ended. An upload without a run is still arriving. */
@Entity('feed_uploads')
@Unique('feed_uploads_run_id_key', ['runId'])
export class FeedUploadEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('int', { name: 'run_id', nullable: true }) runId: number | null;
  /** The entry of its run in the audit log. */
  @Column('bigint', { name: 'audit_entry', nullable: true }) auditEntry: string | null;
  /** The number of started imports. */
  @Column('int', { default: 0 }) attempts: number;
  @Column('int', { default: 0 }) bytes: number;
  /** The sender's statements about listings that the feed does not name. */
  @Column('jsonb', { default: {} }) scope: object;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) at: Date;

  @OneToOne('FeedRunEntity', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'feed_uploads_run_id_fkey' })
  run?: Relation<FeedRunEntity> | null;
}

/** Consecutive bytes of an upload. */
@Entity('feed_upload_chunks')
export class FeedUploadChunkEntity {
  @PrimaryColumn('uuid', { name: 'upload_id' }) uploadId: string;
  @PrimaryColumn('int') position: number;
  @Column('bytea') bytes: Buffer;

  @ManyToOne('FeedUploadEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'upload_id', foreignKeyConstraintName: 'feed_upload_chunks_upload_id_fkey' })
  upload?: Relation<FeedUploadEntity>;
}
