import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL, without events and dates, as a rebuild of documents: coordinates are those of the centre of the suburb if they are equal; none are neither. */
const tell = (table: string): string => `
  ALTER TABLE ${table} DISABLE TRIGGER USER;
  UPDATE ${table} placed SET is_centre = CASE WHEN latitude + longitude IS NOT NULL THEN true END
  WHERE latitude + longitude IS NULL OR EXISTS (SELECT FROM suburbs suburb WHERE suburb.id = placed.suburb_id
    AND suburb.latitude = placed.latitude AND suburb.longitude = placed.longitude);
  ALTER TABLE ${table} ENABLE TRIGGER USER;`;

/** Listings and properties know whether their coordinates are those of the address, or of the centre of the suburb. */
export class TellCentres1764000033000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE listings ADD is_centre boolean DEFAULT false;
      ALTER TABLE properties ADD is_centre boolean DEFAULT false;
      ${tell('listings')}
      ${tell('properties')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE listings DROP is_centre;
      ALTER TABLE properties DROP is_centre;
    `);
  }
}
