import { raw, sql, type Sql } from '@app/sql';

/**
 * The listings of an account, and the listings that a sub-account shows from offices of its main account, ignoring the
 * case of office ids (D32). Written as two index ranges, because a single condition would read all listings of both
 * accounts.
 */
export function shownBy(websiteID: number): Sql {
  return sql`(
    SELECT * FROM listings WHERE website_id = ${websiteID}
    UNION ALL
    SELECT * FROM listings WHERE ${isOfOffices(sql`listings`, websiteID)}
  ) listing`;
}

/** The account shows the row: the same condition, for rows found otherwise. */
export const isShownBy = (alias: Sql, websiteID: number): Sql =>
  sql`(${alias}.website_id = ${websiteID} OR ${isOfOffices(alias, websiteID)})`;

/**
 * As `isShownBy`, for rows without an office, such as narrow rows: the office of the main account's listings is looked
 * up.
 */
export const isShownById = (alias: Sql, websiteID: number): Sql => sql`(${alias}.website_id = ${websiteID}
  OR ${alias}.website_id = (SELECT main_website_id ${mainOf(websiteID)})
    AND EXISTS (SELECT FROM listings office WHERE office.id = ${alias}.id AND ${isOfOffices(sql`office`, websiteID)}))`;

const mainOf = (websiteID: number): Sql =>
  sql`FROM accounts WHERE id = ${websiteID} AND listing_source = 'officeID' AND main_website_id <> id`;

/** The listing belongs to an office of the main account whose listings the sub-account shows. */
function isOfOffices(alias: Sql, websiteID: number): Sql {
  const main = mainOf(websiteID);
  return sql`${alias}.website_id = (SELECT main_website_id ${main})
      AND lower(${alias}.agent_id) = ANY(ARRAY(SELECT lower(unnest(listing_office_ids)) ${main}))`;
}

/** All listings. */
export const LISTINGS = sql`listings listing`;

/** All listings, in two parts, each with its own index on coordinates. */
export const CURRENT_AND_FORMER = raw(`(
  SELECT * FROM listings WHERE status = 'current' UNION ALL SELECT * FROM listings WHERE status <> 'current') listing`);

/** The narrow rows of current listings (ADR 16). */
export const CURRENT = sql`(SELECT 'current'::listing_status AS status, * FROM current_listings) listing`;
