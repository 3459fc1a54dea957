import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Name of a trigger, and the rest of its declaration: what changes the shown text of listings from outside `listings`. */
const PARTS: Readonly<Record<string, string>> = {
  documents_written: 'UPDATE ON listing_documents REFERENCING OLD TABLE AS removed NEW TABLE AS written',
  documents_removed: 'DELETE ON listing_documents REFERENCING OLD TABLE AS removed',
  agents_added: 'INSERT ON listing_agents REFERENCING NEW TABLE AS written',
  agents_changed: 'UPDATE ON listing_agents REFERENCING OLD TABLE AS removed NEW TABLE AS written',
  agents_removed: 'DELETE ON listing_agents REFERENCING OLD TABLE AS removed',
  inspections_added: 'INSERT ON listing_inspections REFERENCING NEW TABLE AS written',
  inspections_changed: 'UPDATE ON listing_inspections REFERENCING OLD TABLE AS removed NEW TABLE AS written',
  inspections_removed: 'DELETE ON listing_inspections REFERENCING OLD TABLE AS removed',
};

/** The listings that a statement changes; a rebuild (ADR 17) changes the representation version, and no shown text. */
const CHANGED: Readonly<Record<string, string>> = {
  documents_written: `SELECT listing_id FROM removed JOIN written USING (listing_id)
    WHERE removed.representation = written.representation
      AND (removed.document, removed.address, removed.slug_values) IS DISTINCT FROM
        (written.document, written.address, written.slug_values)`,
};

/**
 * `listings.version`: the transaction that last changed what is shown of a listing. With the id it names one text for
 * ever, so that processes may keep texts by it (ADR 22). Triggers, because SQL by hand must move it as well.
 */
export class VersionListings1763700007500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // In a database that was copied to another server, versions may be ahead of its transactions.
    await runner.query(`
      CREATE FUNCTION move_listing_version() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        writer bigint := writing_transaction();
      BEGIN
        NEW.version := CASE WHEN OLD.version > writer THEN OLD.version + 1 ELSE writer END;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER listings_version BEFORE UPDATE ON listings
      FOR EACH ROW EXECUTE FUNCTION move_listing_version()`);
    // A listing that this transaction has written has moved already. Statements on `listings` fire its triggers also when
    // they find no row, and most parts are written after their listing: of one commit that took half of the time.
    await runner.query(`
      CREATE FUNCTION move_listing_versions(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM listings WHERE id = ANY(ids) AND version <> writing_transaction()) THEN
          UPDATE listings SET version = version WHERE id = ANY(ids) AND version <> writing_transaction();
        END IF;
      END $$`);
    for (const [name, declaration] of Object.entries(PARTS)) {
      await runner.query(`
        CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM move_listing_versions(ARRAY(${CHANGED[name] ?? changedBy(declaration)}));
          RETURN NULL;
        END $$`);
      await runner.query(`
        CREATE TRIGGER ${name} AFTER ${declaration} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`);
    }
    // The representation of a listing contains the object identifier of its property.
    await runner.query(`
      CREATE FUNCTION property_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE listings SET version = version WHERE property_id = NEW.id;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER property_renamed AFTER UPDATE OF uid ON properties FOR EACH ROW
      WHEN (OLD.uid <> NEW.uid) EXECUTE FUNCTION property_renamed()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER property_renamed ON properties');
    for (const [name, declaration] of Object.entries(PARTS)) {
      await runner.query(`DROP TRIGGER ${name} ON ${/ON (\w+)/.exec(declaration)?.[1] ?? ''}`);
    }
    await runner.query('DROP TRIGGER listings_version ON listings');
    const functions = ['property_renamed', ...Object.keys(PARTS), 'move_listing_versions', 'move_listing_version'];
    await runner.query(`DROP FUNCTION ${functions.join(', ')}`);
  }
}

/** The listings of the rows in the transition tables that a trigger has. */
function changedBy(declaration: string): string {
  const tables = ['removed', 'written'].filter((table) => declaration.includes(`TABLE AS ${table}`));
  return tables.map((table) => `SELECT listing_id FROM ${table}`).join(' UNION ');
}
