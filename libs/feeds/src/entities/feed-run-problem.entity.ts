import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { FeedRunEntity } from './feed-run.entity.js';

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
