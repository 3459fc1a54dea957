import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where in its file each problem of a feed is: unknown of the runs before. */
export class LocateFeedProblems1763640070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE feed_run_problems ADD line_number int, ADD column_number int, ADD entry int`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE feed_run_problems DROP line_number, DROP column_number, DROP entry');
  }
}
