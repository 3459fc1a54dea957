import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `listings.version`: the transaction that last changed what is shown of a listing. With the id it names one text for
 * ever, so that processes may keep texts by it (ADR 22). Triggers, because SQL by hand must move it as well.
 */
export class VersionListings1763700009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- In a database that was copied to another server, versions may be ahead of its transactions.
      CREATE FUNCTION move_listing_version() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        writer bigint := writing_transaction();
      BEGIN
        NEW.version := CASE WHEN OLD.version > writer THEN OLD.version + 1 ELSE writer END;
        RETURN NEW;
      END $$;
      CREATE TRIGGER listings_version BEFORE UPDATE ON listings FOR EACH ROW EXECUTE FUNCTION move_listing_version();

      -- A listing that this transaction has written has moved already. Statements on listings fire its triggers also when
      -- they find no row, and most parts are written after their listing: of one commit that took half of the time.
      CREATE FUNCTION move_listing_versions(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM listings WHERE id = ANY(ids) AND version <> writing_transaction()) THEN
          UPDATE listings SET version = version WHERE id = ANY(ids) AND version <> writing_transaction();
        END IF;
      END $$;

      -- A rebuild changes the representation version, and no shown text.
      CREATE FUNCTION documents_written() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM move_listing_versions(ARRAY(SELECT listing_id FROM removed JOIN written USING (listing_id)
          WHERE removed.representation = written.representation
            AND (removed.document, removed.address, removed.slug_values) IS DISTINCT FROM
              (written.document, written.address, written.slug_values)));
        RETURN NULL;
      END $$;
      CREATE TRIGGER documents_written AFTER UPDATE ON listing_documents REFERENCING OLD TABLE AS removed NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION documents_written();

      CREATE FUNCTION documents_removed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM move_listing_versions(ARRAY(SELECT listing_id FROM removed));
        RETURN NULL;
      END $$;
      CREATE TRIGGER documents_removed AFTER DELETE ON listing_documents REFERENCING OLD TABLE AS removed
        FOR EACH STATEMENT EXECUTE FUNCTION documents_removed();

      CREATE FUNCTION agents_added() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM move_listing_versions(ARRAY(SELECT listing_id FROM written));
        RETURN NULL;
      END $$;
      CREATE TRIGGER agents_added AFTER INSERT ON listing_agents REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION agents_added();

      CREATE FUNCTION agents_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM move_listing_versions(ARRAY(SELECT listing_id FROM removed UNION SELECT listing_id FROM written));
        RETURN NULL;
      END $$;
      CREATE TRIGGER agents_changed AFTER UPDATE ON listing_agents REFERENCING OLD TABLE AS removed NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION agents_changed();

      CREATE FUNCTION agents_removed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM move_listing_versions(ARRAY(SELECT listing_id FROM removed));
        RETURN NULL;
      END $$;
      CREATE TRIGGER agents_removed AFTER DELETE ON listing_agents REFERENCING OLD TABLE AS removed
        FOR EACH STATEMENT EXECUTE FUNCTION agents_removed();

      CREATE FUNCTION inspections_added() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM move_listing_versions(ARRAY(SELECT listing_id FROM written));
        RETURN NULL;
      END $$;
      CREATE TRIGGER inspections_added AFTER INSERT ON listing_inspections REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION inspections_added();

      CREATE FUNCTION inspections_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM move_listing_versions(ARRAY(SELECT listing_id FROM removed UNION SELECT listing_id FROM written));
        RETURN NULL;
      END $$;
      CREATE TRIGGER inspections_changed AFTER UPDATE ON listing_inspections REFERENCING OLD TABLE AS removed NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION inspections_changed();

      CREATE FUNCTION inspections_removed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM move_listing_versions(ARRAY(SELECT listing_id FROM removed));
        RETURN NULL;
      END $$;
      CREATE TRIGGER inspections_removed AFTER DELETE ON listing_inspections REFERENCING OLD TABLE AS removed
        FOR EACH STATEMENT EXECUTE FUNCTION inspections_removed();

      -- The representation of a listing contains the object identifier of its property.
      CREATE FUNCTION property_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE listings SET version = version WHERE property_id = NEW.id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER property_renamed AFTER UPDATE OF uid ON properties FOR EACH ROW
        WHEN (OLD.uid <> NEW.uid) EXECUTE FUNCTION property_renamed();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION property_renamed, documents_written, documents_removed, agents_added, agents_changed, agents_removed,
        inspections_added, inspections_changed, inspections_removed, move_listing_versions, move_listing_version CASCADE;
    `);
  }
}
