import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Places have the keys of their names, made by the service when they are written (`placeKeys` of libs/address): location
 * filters, feeds and words of searches compare keys. The service makes those of stored places after the migrations.
 */
export class KeyPlaces1764000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE suburbs ADD place_keys text[] NOT NULL DEFAULT '{}', ADD place_text text NOT NULL DEFAULT '';
      ALTER TABLE regions ADD place_keys text[] NOT NULL DEFAULT '{}';
      -- Location filters, feeds, and s: the places that a text names.
      CREATE INDEX suburbs_keys ON suburbs USING gin (place_keys) WITH (fastupdate = off);
      -- GET /suburbs: names that start with a text, in the canonical form.
      CREATE INDEX suburbs_place_text ON suburbs (place_text text_pattern_ops) WHERE gazetted;
      DROP INDEX suburbs_key;
      DROP FUNCTION place_key;

      CREATE OR REPLACE FUNCTION follow_regions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO regions (name)
        SELECT DISTINCT lower(region_name) FROM written
        WHERE region_name <> '' AND NOT EXISTS (SELECT FROM regions WHERE name = lower(region_name))
        ON CONFLICT DO NOTHING;
        UPDATE regions region SET place_keys = ARRAY(
          SELECT DISTINCT key FROM suburbs suburb, unnest(suburb.place_keys) key
          WHERE lower(suburb.region_name) = region.name AND key LIKE 'region:%' ORDER BY key)
        WHERE EXISTS (SELECT FROM written, unnest(written.place_keys) key
          WHERE lower(written.region_name) = region.name AND key LIKE 'region:%' AND key <> ALL (region.place_keys));
        IF TG_OP = 'INSERT' THEN
          RETURN NULL;
        END IF;
        IF EXISTS (SELECT FROM written JOIN removed USING (id) WHERE written.region_name <> removed.region_name) THEN
          LOCK TABLE current_listings IN SHARE ROW EXCLUSIVE MODE;
          UPDATE current_listings listing SET region_id = region.id
          FROM written suburb LEFT JOIN regions region ON region.name = lower(suburb.region_name)
          WHERE listing.suburb_id = suburb.id AND listing.region_id IS DISTINCT FROM region.id;
        END IF;
        RETURN NULL;
      END $$;

      -- What a search text asks. Read from its start, the longest run of words that names a suburb, a postcode or a region is
      -- a place; several places are alternatives. A state limits these, or is a place if there is no other; if it is
      -- none of theirs, it is a word. Every other word must be found.
      -- asked: { words: [conditions on a word, each a tsquery or empty], runs: [PlaceRun of libs/address] }.
      -- What the type of a street follows is a street, unless that begins the name of a place: "kew st kilda".
      CREATE OR REPLACE FUNCTION words_asked(asked jsonb) RETURNS tsquery STABLE LANGUAGE plpgsql AS $$
      DECLARE
        conditions text[] := '{}';
        places text[] := '{}';
        place_states text[] := '{}';
        states text[] := '{}';
        state_conditions text[] := '{}';
        run record;
        next_word int := 0;
      BEGIN
        FOR run IN
          WITH named AS MATERIALIZED (
            SELECT tried."from", tried."to", tried."isStreet", tried.state, found.lexemes, found.states
            FROM jsonb_to_recordset(asked -> 'runs') AS tried("from" int, "to" int, suburbs text[], within text[],
              regions text[], state text, "isStreet" boolean)
            CROSS JOIN LATERAL (
              SELECT array_agg(lexeme) AS lexemes, array_agg(known_state) AS states FROM (
                SELECT '#' || suburb.id, 'state:' || lower(suburb.state) FROM suburbs suburb
                WHERE gazetted AND place_keys && tried.suburbs AND place_keys @> tried.within
                UNION ALL
                SELECT '@' || region.id, NULL FROM regions region WHERE place_keys && tried.regions
              ) place(lexeme, known_state)) found
            WHERE found.lexemes IS NOT NULL OR tried.state IS NOT NULL
          )
          SELECT * FROM named
          WHERE NOT ("isStreet" AND NOT EXISTS (SELECT FROM named next WHERE next."from" = named."to"))
          ORDER BY "from", "to" DESC
        LOOP
          IF run."from" >= next_word THEN
            conditions := conditions || ARRAY(SELECT asked -> 'words' ->> at FROM generate_series(next_word, run."from" - 1) at);
            places := places || run.lexemes;
            place_states := place_states || run.states;
            IF run.lexemes IS NULL THEN
              states := states || ('state:' || run.state);
              state_conditions := state_conditions
                || ARRAY(SELECT asked -> 'words' ->> at FROM generate_series(run."from", run."to" - 1) at);
            END IF;
            next_word := run."to";
          END IF;
        END LOOP;
        conditions := conditions
          || ARRAY(SELECT asked -> 'words' ->> at FROM generate_series(next_word, jsonb_array_length(asked -> 'words') - 1) at);
        IF places = '{}' AND states <> '{}' THEN
          places := '#0'::text || ARRAY(
            SELECT DISTINCT coalesce('@' || region.id, '#' || suburb.id) FROM suburbs suburb
            LEFT JOIN regions region ON region.name = lower(suburb.region_name) WHERE suburb.place_keys && states);
        ELSIF place_states && states THEN
          places := ARRAY(SELECT lexeme FROM unnest(places, place_states) place(lexeme, known_state)
            WHERE known_state IS NULL OR known_state = ANY(states));
        ELSE
          conditions := conditions || state_conditions;
        END IF;
        conditions := array_remove(conditions, '') || (SELECT string_agg(quote_literal(lexeme), ' | ') FROM unnest(places) lexeme);
        RETURN (SELECT string_agg('(' || condition || ')', ' & ')::tsquery FROM unnest(conditions) condition);
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A name as it is compared, like placeWords: without case, accents, apostrophes and signs.
      CREATE FUNCTION place_key(name text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
      RETURN btrim(regexp_replace(regexp_replace(lower(regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036F]', '', 'g')),
        '[''\`\\u2018\\u2019\\u02BC]', '', 'g'), '[^0-9a-z\\u00DF-\\u1FFF\\u2C00-\\uFFFF]+', ' ', 'g'));
      -- s: the suburbs that words name.
      CREATE INDEX suburbs_key ON suburbs (place_key(suburb)) WHERE gazetted;

      CREATE OR REPLACE FUNCTION follow_regions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO regions (name)
        SELECT DISTINCT lower(region_name) FROM written
        WHERE region_name <> '' AND NOT EXISTS (SELECT FROM regions WHERE name = lower(region_name))
        ON CONFLICT DO NOTHING;
        IF TG_OP = 'INSERT' THEN
          RETURN NULL;
        END IF;
        IF EXISTS (SELECT FROM written JOIN removed USING (id) WHERE written.region_name <> removed.region_name) THEN
          LOCK TABLE current_listings IN SHARE ROW EXCLUSIVE MODE;
          UPDATE current_listings listing SET region_id = region.id
          FROM written suburb LEFT JOIN regions region ON region.name = lower(suburb.region_name)
          WHERE listing.suburb_id = suburb.id AND listing.region_id IS DISTINCT FROM region.id;
        END IF;
        RETURN NULL;
      END $$;

      -- What a search text asks. Read from its start, the longest run of words that names a suburb, a postcode or a region is
      -- a place; several places are alternatives. Every other word must be found.
      -- asked: { words: [conditions on a word, each a tsquery], runs: [{ from, to, names, state, postcode, isStreet }] }.
      -- What the type of a street follows is a street, unless that begins the name of a place: "kew st kilda".
      CREATE OR REPLACE FUNCTION words_asked(asked jsonb) RETURNS tsquery STABLE LANGUAGE plpgsql AS $$
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

      DROP INDEX suburbs_keys, suburbs_place_text;
      ALTER TABLE suburbs DROP place_keys, DROP place_text;
      ALTER TABLE regions DROP place_keys;
    `);
  }
}
