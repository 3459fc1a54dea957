import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL: a text in lower-case letters alone. */
const letters = (text: string): string => `regexp_replace(lower(coalesce(${text}, '')), '[^a-z]', '', 'g')`;

/** SQL: a number in the document of a listing; null if it is absent or 0. */
const amount = (path: string): string => `nullif((said #>> '{${path}}')::double precision, 0)`;

/** Flags that are no features, by their bits. */
const FLAGS: Readonly<Record<string, number>> = {
  underOffer: 46,
  newConstruction: 47,
  'ecoFriendly,solarPanels': 48,
  'ecoFriendly,solarHotWater': 49,
  'ecoFriendly,waterTank': 50,
  'ecoFriendly,greyWaterSystem': 51,
};
/** Set if the compared price is a rent. */
const RENT_BIT = 52;

const power = (bit: number): string => String(2n ** BigInt(bit));
const ALL_BITS = String([...Object.values(FLAGS), RENT_BIT].reduce((sum, bit) => sum + 2n ** BigInt(bit), 0n));

const IS_LEASE = `listing_type = 'commercial' AND commercial_listing_type <> 'sale'`;

/** SQL: the rent of a rental for a week. */
const WEEKLY_RENT = `nullif(rent, 0)::double precision * CASE
  WHEN period IN ('fortnightly', 'fortnight', 'fn', 'pf', 'perfortnight') THEN 0.5::double precision
  ELSE 1 END * CASE
  WHEN period IN ('monthly', 'month', 'mth', 'pm', 'pcm', 'permonth', 'calendarmonth', 'percalendarmonth', 'calendarmonthly')
    THEN 12 ELSE 1 END / CASE
  WHEN period IN ('monthly', 'month', 'mth', 'pm', 'pcm', 'permonth', 'calendarmonth', 'percalendarmonth', 'calendarmonthly',
    'yearly', 'year', 'yr', 'peryear', 'annual', 'annually', 'annum', 'pa', 'perannum') THEN 52 ELSE 1 END`;

/** SQL: the columns that listings are filtered and sorted by, from their documents. */
const FILL = `
  UPDATE listings SET
    flags = flags${Object.entries(FLAGS)
      .map(([path, bit]) => ` | CASE WHEN (said #>> '{${path}}')::boolean THEN ${power(bit)}::bigint ELSE 0 END`)
      .join('')}
      | CASE WHEN listing_type = 'rental' OR (${IS_LEASE} AND nullif(value, 0) IS NULL)
        THEN ${power(RENT_BIT)}::bigint ELSE 0 END,
    price = CASE WHEN listing_type = 'rental' THEN ${WEEKLY_RENT}
      WHEN ${IS_LEASE} THEN coalesce(nullif(value, 0)::double precision, ${amount('commercialRent,value')})
      ELSE nullif(value, 0) END,
    value = nullif(value, 0), rent = nullif(rent, 0), sold_price = nullif(sold_price, 0),
    auction_at = CASE WHEN is_auction THEN auction_at END, auction_day = CASE WHEN is_auction THEN auction_day END,
    land_area = ${amount('landDetails,area,value')}, floor_area = ${amount('buildingDetails,area,value')},
    shown_sold_price = CASE WHEN status = 'sold' AND coalesce(sold ->> 'display', 'yes') = 'yes'
      THEN nullif((sold ->> 'price')::double precision, 0) END,
    sold_at = CASE WHEN status = 'sold' THEN (sold ->> 'date')::timestamptz END,
    sold_day = CASE WHEN status = 'sold' THEN ((sold ->> 'date')::timestamptz AT TIME ZONE (said ->> 'timeZone'))::date END
  FROM (
    SELECT listing_id, said, private -> 'soldDetails' AS sold, ${letters(`said #>> '{price,rent,period}'`)} AS period,
      NOT ARRAY[${letters(`said ->> 'authority'`)}, CASE WHEN said ->> 'listingType' = 'commercial'
        THEN ${letters(`said ->> 'commercialAuthority'`)} ELSE '' END] &&
        '{setsale,tender,eoi,expressionofinterest,expressionsofinterest,offers}' AS is_auction
    FROM (SELECT listing_id, private, ('{' || document || '}')::jsonb AS said FROM listing_documents) stored
  ) known
  WHERE known.listing_id = listings.id`;

/** SQL: the dates of a suburb's listings, when its time zone changes. */
const followTimeZone = (...days: readonly (readonly [day: string, instant: string])[]): string => {
  const local = days.map(([, instant]) => `(${instant} AT TIME ZONE NEW.time_zone)::date`);
  return `
    CREATE OR REPLACE FUNCTION follow_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE listings SET ${days.map(([day], at) => `${day} = ${local[at]}`).join(', ')}
        WHERE suburb_id = NEW.id AND (${days.map(([day]) => day).join(', ')}) IS DISTINCT FROM (${local.join(', ')});
        UPDATE listing_inspections inspection SET first_day = (starts_at AT TIME ZONE NEW.time_zone)::date,
          last_day = (ends_at AT TIME ZONE NEW.time_zone)::date
        FROM listings listing
        WHERE listing.suburb_id = NEW.id AND inspection.listing_id = listing.id AND (first_day, last_day) IS DISTINCT FROM
          ((starts_at AT TIME ZONE NEW.time_zone)::date, (ends_at AT TIME ZONE NEW.time_zone)::date);
        UPDATE listing_documents SET
          document = regexp_replace(document, '(?<=,"timeZone":")[^"]*(?="(,"soldDetails":{[^}]*})?$)', NEW.time_zone)
        FROM listings listing
        WHERE listing.suburb_id = NEW.id AND listing_id = listing.id
          AND document <> regexp_replace(document, '(?<=,"timeZone":")[^"]*(?="(,"soldDetails":{[^}]*})?$)', NEW.time_zone);
        RETURN NULL;
      END $$`;
};

const DAYS = [
  ['available_day', 'available_at'],
  ['auction_day', 'auction_at'],
] as const;

/**
 * What users filter and sort by: areas, sales, and flags beside the features. The stored rows get them from their
 * documents, together with what is now read in another way: amounts of 0, rents for a week, and dates that are of no
 * auction.
 */
export class AddListingValues1764000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Changes of an earlier migration are recorded before the table is altered.
    await runner.query('SET CONSTRAINTS ALL IMMEDIATE');
    await runner.query(`
      ALTER TABLE listings
        ADD COLUMN land_area double precision,
        ADD COLUMN floor_area double precision,
        ADD COLUMN shown_sold_price double precision,
        ADD COLUMN sold_at timestamptz,
        ADD COLUMN sold_day date;
      -- Nothing that is shown changes: no version, no entry of the log.
      ALTER TABLE listings DISABLE TRIGGER USER;
      ${FILL};
      ALTER TABLE listings ENABLE TRIGGER USER;
      UPDATE current_listings SET flags = listing.flags, price = listing.price
      FROM listings listing
      WHERE listing.id = current_listings.id AND (current_listings.flags, current_listings.price)
        IS DISTINCT FROM (listing.flags, listing.price);

      -- sort=land-desc; minLandArea and maxLandArea.
      CREATE INDEX listings_land ON listings (status, land_area DESC NULLS LAST, id);
      -- minFloorArea and maxFloorArea.
      CREATE INDEX listings_floor ON listings (status, floor_area) WHERE floor_area IS NOT NULL;
      -- sort=sold-asc.
      CREATE INDEX listings_sold ON listings (sold_at, id) WHERE status = 'sold';
      -- sort=sold-desc: rows without a date are last in both directions.
      CREATE INDEX listings_sold_desc ON listings (sold_at DESC NULLS LAST, id) WHERE status = 'sold';
      -- baseDate=sold.
      CREATE INDEX listings_sold_day ON listings (sold_day) WHERE sold_day IS NOT NULL;
      -- minSoldPrice and maxSoldPrice.
      CREATE INDEX listings_sold_price ON listings (shown_sold_price) WHERE shown_sold_price IS NOT NULL;
    `);
    await runner.query(followTimeZone(...DAYS, ['sold_day', 'sold_at']));
    await runner.query('SET CONSTRAINTS ALL DEFERRED');
  }

  /** The prices stay as they are read now: documents of an older release are rebuilt by it, with the next write. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('SET CONSTRAINTS ALL IMMEDIATE');
    await runner.query(`
      ALTER TABLE listings DISABLE TRIGGER USER;
      UPDATE listings SET flags = flags & ~${ALL_BITS}::bigint WHERE flags & ${ALL_BITS}::bigint <> 0;
      ALTER TABLE listings ENABLE TRIGGER USER;
      UPDATE current_listings SET flags = flags & ~${ALL_BITS}::bigint WHERE flags & ${ALL_BITS}::bigint <> 0;
    `);
    await runner.query(followTimeZone(...DAYS));
    await runner.query(`
      ALTER TABLE listings DROP COLUMN land_area, DROP COLUMN floor_area, DROP COLUMN shown_sold_price,
        DROP COLUMN sold_at, DROP COLUMN sold_day;
    `);
    await runner.query('SET CONSTRAINTS ALL DEFERRED');
  }
}
