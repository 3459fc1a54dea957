import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A feed file that came in, or lies in the inbox and cannot. */
@Entity('feed_runs')
export class FeedRunEntity {
  @PrimaryColumn('int') id: number;
  /** Null for what is no account's. */
  @Column('int', { name: 'website_id' }) websiteId: number | null;
  @Column('text') file: string;
  /** SHA-256 of the file, in hexadecimal; empty when it was not read. */
  @Column('text') hash: string;
  @Column('timestamptz', { name: 'started_at' }) startedAt: string;
  /** Null while it goes in, or when it was killed. */
  @Column('timestamptz', { name: 'ended_at' }) endedAt: string | null;
  @Column('int') created: number;
  @Column('int') updated: number;
  @Column('int') unchanged: number;
  @Column('int') stale: number;
  @Column('int') held: number;
  @Column('int') deleted: number;
  @Column('int') rejected: number;
  /** Why it was rejected whole, ignored, or left where it lies. */
  @Column('text') fatal: string | null;
}
