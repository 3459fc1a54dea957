import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, Unique, ManyToOne, type Relation } from 'typeorm';
import type { FeedRunEntity } from './feed-run.entity.js';

/** The body of a feed that came over HTTP, until its import has ended. Without a run it is still arriving. */
@Entity('feed_uploads')
@Unique('feed_uploads_run_id_key', ['runId'])
export class FeedUploadEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('int', { name: 'run_id', nullable: true }) runId: number | null;
  /** The entry of its run in the audit log. */
  @Column('bigint', { name: 'audit_entry', nullable: true }) auditEntry: string | null;
  /** How often its import was begun. */
  @Column('int', { default: 0 }) attempts: number;
  @Column('int', { default: 0 }) bytes: number;
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
