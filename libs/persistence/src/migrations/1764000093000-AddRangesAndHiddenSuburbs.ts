import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The columns of `listings` that `current_listings` has. */
const FORMER = `id website_id firstdate flags listing_type is_off_market price bedrooms bathrooms suburb_id car_spaces
  living_areas toilets garages carports open_spaces ensuite hides_address hides_price latitude longitude
  category`.split(/\s+/);
const COLUMNS = [...FORMER, 'price_to', 'hides_suburb'];

/** SQL: the triggers that copy these columns of current listings. */
function copying(columns: readonly string[]): string {
  const of = (row: string) => columns.map((name) => `${row}.${name}`).join(', ');
  const current = (listing: string) => `
    INSERT INTO current_listings (${columns.join(', ')}, region_id) SELECT ${of(listing)}, (
      SELECT region.id FROM suburbs suburb JOIN regions region ON region.name = lower(suburb.region_name)
      WHERE suburb.id = ${listing}.suburb_id)`;
  return `
    CREATE OR REPLACE FUNCTION fill_current_listings() RETURNS void LANGUAGE sql AS $$
      ${current('listing')} FROM listings listing WHERE status = 'current' ORDER BY listing.id
    $$;
    CREATE OR REPLACE FUNCTION keep_current_listing() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.id = NEW.id AND OLD.status = NEW.status
        AND OLD.suburb_id IS NOT DISTINCT FROM NEW.suburb_id THEN
        UPDATE current_listings SET (${columns.join(', ')}) = ROW (${of('NEW')}) WHERE id = NEW.id;
        RETURN NULL;
      END IF;
      IF TG_OP <> 'INSERT' THEN
        DELETE FROM current_listings WHERE id = OLD.id;
      END IF;
      IF TG_OP <> 'DELETE' AND NEW.status = 'current' THEN
        ${current('NEW')};
      END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER current_listing_changed AFTER UPDATE ON listings FOR EACH ROW
      WHEN ((OLD.status = 'current' OR NEW.status = 'current')
        AND (OLD.status, ${of('OLD')}) IS DISTINCT FROM (NEW.status, ${of('NEW')}))
      EXECUTE FUNCTION keep_current_listing();`;
}

/** SQL: the indexes that contain the price; the reason of each stands where it was first created. */
const indexing = (price: string): string => `
  DROP INDEX listings_newest, listings_price, listings_places, listings_facts, listings_website;
  CREATE INDEX listings_newest ON listings (status, firstdate DESC, id) INCLUDE (flags, ${price}, bedrooms);
  CREATE INDEX listings_price ON listings (status, price, id)
    INCLUDE (flags, firstdate, bedrooms${price.slice('price'.length)});
  CREATE INDEX listings_places ON listings (status, suburb_id) INCLUDE (flags, firstdate, id, bedrooms, ${price});
  CREATE INDEX listings_facts ON listings (status, listing_type, suburb_id)
    INCLUDE (flags, firstdate, id, website_id, is_off_market, bedrooms, bathrooms, car_spaces, living_areas, toilets,
      garages, carports, open_spaces, ensuite, auction_at, inspections_until, ${price});
  CREATE INDEX listings_website ON listings (website_id, status, lower(agent_id))
    INCLUDE (firstdate, id, flags, suburb_id, listing_type, bedrooms, bathrooms, ${price}, agent_id);`;

/** SQL: the words of listings and their places; a hidden suburb is no place. */
const wording = (isHidden: string): string => `
  CREATE OR REPLACE FUNCTION complete_listing_words() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    SELECT listing.status = 'current', array_to_tsvector(array_remove(
      account.name_words || ('#' || suburb.id) || ('@' || region.id), NULL))
    INTO NEW.is_current, NEW.context
    FROM listings listing
    JOIN accounts account ON account.id = listing.website_id
    LEFT JOIN suburbs suburb ON suburb.id = listing.suburb_id AND NOT ${isHidden}
    LEFT JOIN regions region ON region.name = lower(suburb.region_name)
    WHERE listing.id = NEW.listing_id;
    RETURN NEW;
  END $$;`;

/**
 * The upper end of a range of prices, and whether the public sees the suburb (B67, B69). Listings that are stored get
 * the range with their next write.
 */
export class AddRangesAndHiddenSuburbs1764000093000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Changes of an earlier migration are recorded before the table is altered.
    await runner.query('SET CONSTRAINTS ALL IMMEDIATE');
    await runner.query(`
      ALTER TABLE listings ADD price_to double precision, ADD hides_suburb boolean NOT NULL DEFAULT false;
      ALTER TABLE current_listings ADD price_to double precision, ADD hides_suburb boolean NOT NULL DEFAULT false;
      ${copying(COLUMNS)}
      ${indexing('price, price_to')}
      -- minPrice in an order by price: how far below it a range can begin. A quotient of any two amounts may overflow.
      CREATE INDEX listings_widest_range
        ON listings ((CASE WHEN price >= 1 AND price_to <= 1e12 THEN price_to / price ELSE 'Infinity' END))
        WHERE price_to IS NOT NULL;
      ${wording('listing.hides_suburb')}
      UPDATE listings SET hides_suburb = true, hides_address = true
      FROM listing_documents document
      WHERE document.listing_id = listings.id AND document.document LIKE '%"suburbDisplay":false%';
    `);
    await runner.query('SET CONSTRAINTS ALL DEFERRED');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('SET CONSTRAINTS ALL IMMEDIATE');
    await runner.query(`
      ${wording('FALSE')}
      ${copying(FORMER)}
      DROP INDEX listings_widest_range;
      ${indexing('price')}
      ALTER TABLE current_listings DROP price_to, DROP hides_suburb;
      ALTER TABLE listings DROP price_to, DROP hides_suburb;
    `);
    await runner.query('SET CONSTRAINTS ALL DEFERRED');
  }
}
