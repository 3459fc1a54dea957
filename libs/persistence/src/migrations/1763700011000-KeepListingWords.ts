import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The words of listings, for `s` (ADR 36): those of their own texts, made when they are written; and what else finds
 * them, which triggers keep: the words of the agency's name, and the suburb and the region as `#17` and `@3`.
 */
export class KeepListingWords1763700011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE listing_words (
        listing_id int PRIMARY KEY REFERENCES listings ON DELETE CASCADE,
        is_current boolean NOT NULL,
        words tsvector NOT NULL,
        context tsvector NOT NULL
      );
      -- s, of listings of any status.
      CREATE INDEX listing_words_all ON listing_words USING gin ((words || context));
      -- s, of current listings: the index above also contains all sold ones.
      CREATE INDEX listing_words_current ON listing_words USING gin ((words || context)) WHERE is_current;

      -- A name as it is compared, like placeWords: without case, accents, apostrophes and signs.
      CREATE FUNCTION place_key(name text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
      RETURN btrim(regexp_replace(regexp_replace(lower(regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036F]', '', 'g')),
        '[''\`\\u2018\\u2019\\u02BC]', '', 'g'), '[^0-9a-z\\u00DF-\\u1FFF\\u2C00-\\uFFFF]+', ' ', 'g'));
      -- s: the suburbs that words name.
      CREATE INDEX suburbs_key ON suburbs (place_key(suburb)) WHERE gazetted;

      -- Everything but the listing's own words.
      CREATE FUNCTION complete_listing_words() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        SELECT listing.status = 'current', array_to_tsvector(array_remove(
          account.name_words || ('#' || listing.suburb_id) || ('@' || region.id), NULL))
        INTO NEW.is_current, NEW.context
        FROM listings listing
        JOIN accounts account ON account.id = listing.website_id
        LEFT JOIN suburbs suburb ON suburb.id = listing.suburb_id
        LEFT JOIN regions region ON region.name = lower(suburb.region_name)
        WHERE listing.id = NEW.listing_id;
        RETURN NEW;
      END $$;
      CREATE TRIGGER listing_words_written BEFORE INSERT OR UPDATE ON listing_words
        FOR EACH ROW EXECUTE FUNCTION complete_listing_words();

      CREATE FUNCTION move_listing_words() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE listing_words SET words = words WHERE listing_id = NEW.id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER listing_words_moved AFTER UPDATE ON listings FOR EACH ROW
        WHEN ((OLD.status = 'current') <> (NEW.status = 'current')
          OR (OLD.website_id, OLD.suburb_id) IS DISTINCT FROM (NEW.website_id, NEW.suburb_id))
        EXECUTE FUNCTION move_listing_words();

      -- Writers that have read the old name are waited for, and later ones read the new name: their statement takes its
      -- snapshot after the lock.
      CREATE FUNCTION follow_agency_words() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        LOCK TABLE listing_words IN SHARE ROW EXCLUSIVE MODE;
        UPDATE listing_words SET words = words WHERE listing_id IN (SELECT id FROM listings WHERE website_id = NEW.id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER listing_words_agency AFTER UPDATE ON accounts FOR EACH ROW
        WHEN (OLD.name_words <> NEW.name_words) EXECUTE FUNCTION follow_agency_words();

      CREATE FUNCTION follow_region_words() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        moved int[] := ARRAY(SELECT id FROM written JOIN removed USING (id)
          WHERE lower(written.region_name) <> lower(removed.region_name));
      BEGIN
        IF moved <> '{}' THEN
          LOCK TABLE listing_words IN SHARE ROW EXCLUSIVE MODE;
          UPDATE listing_words SET words = words WHERE listing_id IN (SELECT id FROM listings WHERE suburb_id = ANY(moved));
        END IF;
        RETURN NULL;
      END $$;
      -- After regions_changed, which numbers new names: triggers fire in the order of their names.
      CREATE TRIGGER regions_worded AFTER UPDATE ON suburbs REFERENCING OLD TABLE AS removed NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION follow_region_words();

      -- What a search text asks. Read from its start, the longest run of words that names a suburb, a postcode or a region is
      -- a place; several places are alternatives. Every other word must be found.
      -- asked: { words: [conditions on a word, each a tsquery], runs: [{ from, to, names, state, postcode, isStreet }] }.
      -- What the type of a street follows is a street, unless that begins the name of a place: "kew st kilda".
      CREATE FUNCTION words_asked(asked jsonb) RETURNS tsquery STABLE LANGUAGE plpgsql AS $$
      DECLARE
        query tsquery;
        places tsquery;
        run record;
        next_word int := 0;
      BEGIN
        FOR run IN
          WITH named AS MATERIALIZED (
            SELECT tried."from", tried."to", tried."isStreet", (
              SELECT string_agg('''' || lexeme || '''', ' | ')::tsquery FROM (
                SELECT '#' || suburb.id FROM suburbs suburb
                WHERE gazetted AND place_key(suburb.suburb) = ANY(tried.names)
                  AND (tried.state IS NULL OR lower(suburb.state) = tried.state)
                  AND (tried.postcode IS NULL OR lower(suburb.postcode) = tried.postcode)
                UNION ALL
                SELECT '#' || suburb.id FROM suburbs suburb
                WHERE gazetted AND tried.names IS NULL AND lower(suburb.postcode) = tried.postcode
                  AND (tried.state IS NULL OR lower(suburb.state) = tried.state)
                UNION ALL
                SELECT '@' || region.id FROM regions region
                WHERE tried.state IS NULL AND tried.postcode IS NULL AND place_key(region.name) = ANY(tried.names)
              ) found(lexeme)) AS place
            FROM jsonb_to_recordset(asked -> 'runs')
              AS tried("from" int, "to" int, names text[], state text, postcode text, "isStreet" boolean)
          )
          SELECT "from", "to", place FROM named
          WHERE place IS NOT NULL AND NOT ("isStreet" AND NOT EXISTS (
            SELECT FROM named next WHERE next.place IS NOT NULL AND next."from" = named."to"))
          ORDER BY 1, 2 DESC
        LOOP
          IF run."from" >= next_word THEN
            FOR at IN next_word .. run."from" - 1 LOOP
              query := coalesce(query && (asked -> 'words' ->> at)::tsquery, (asked -> 'words' ->> at)::tsquery);
            END LOOP;
            places := coalesce(places || run.place, run.place);
            next_word := run."to";
          END IF;
        END LOOP;
        FOR at IN next_word .. jsonb_array_length(asked -> 'words') - 1 LOOP
          query := coalesce(query && (asked -> 'words' ->> at)::tsquery, (asked -> 'words' ->> at)::tsquery);
        END LOOP;
        RETURN coalesce(query && places, places, query);
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION words_asked, follow_region_words, follow_agency_words, move_listing_words CASCADE;
      DROP TABLE listing_words;
      DROP FUNCTION complete_listing_words;
      DROP INDEX suburbs_key;
      DROP FUNCTION place_key;
    `);
  }
}
