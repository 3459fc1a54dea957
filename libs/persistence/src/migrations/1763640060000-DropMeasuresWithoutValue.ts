import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Areas and frontages whose value was too large to be kept stood as a unit alone, which no bundle may hold. */
export class DropMeasuresWithoutValue1763640060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Inside a text the quotes are escaped, so that none of these is ever found there.
    await runner.query(`
      UPDATE listing_documents SET document = replace(replace(replace(replace(document,
        ',"frontage":{"unit":"meter"}', ''), '"frontage":{"unit":"meter"}', ''),
        '"area":{"unit":"squareMeter"},', ''), '"area":{"unit":"squareMeter"}', '')
      WHERE document LIKE '%{"unit":%'`);
  }

  /** What was not kept cannot come back. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}
