import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A feed file that was imported, or that lies in the inbox and cannot be imported. */
@Entity('feed_runs')
export class FeedRunEntity {
  @PrimaryColumn('int') id: number;
  /** Null when the file belongs to no account. */
  @Column('int', { name: 'website_id' }) websiteId: number | null;
  @Column('text') file: string;
  /** SHA-256 of the file, in hexadecimal; empty when the file was not read. */
  @Column('text') hash: string;
  @Column('timestamptz', { name: 'started_at' }) startedAt: string;
  /** Null while the import runs, or when it was killed. */
  @Column('timestamptz', { name: 'ended_at' }) endedAt: string | null;
  @Column('int') created: number;
  @Column('int') updated: number;
  @Column('int') unchanged: number;
  @Column('int') stale: number;
  @Column('int') held: number;
  @Column('int') deleted: number;
  @Column('int') rejected: number;
  /** Why the whole file was rejected, ignored or left in the inbox; null when it was imported. */
  @Column('text') fatal: string | null;
}
