import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Something that was wrong with a listing of a feed file. */
@Entity('feed_run_problems')
export class FeedRunProblemEntity {
  @PrimaryColumn('int', { name: 'run_id' }) runId: number;
  @PrimaryColumn('int') position: number;
  /** Where in the file, from 1; null for what is nowhere, and of runs before there were positions. */
  @Column('int', { name: 'line_number' }) line: number | null;
  @Column('int', { name: 'column_number' }) column: number | null;
  /** Which entry of the file, from 1; null for the file itself. */
  @Column('int') entry: number | null;
  @Column('text', { name: 'unique_id' }) uniqueID: string;
  @Column('text') element: string;
  @Column('text') problem: string;
  @Column('text') done: string;
  /** What became of the listing; empty for the file itself. */
  @Column('text') outcome: string;
}
