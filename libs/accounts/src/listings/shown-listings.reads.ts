import type { Invalidates } from '@app/cache';
import type { Recipient } from '@app/http';
import { raw, sql, type Sql } from '@app/sql';

/** The account with this id is enabled. The few disabled accounts are looked up once per statement. */
export const isEnabled = (websiteID: Sql): Sql => sql`${websiteID} NOT IN (SELECT id FROM accounts WHERE NOT status)`;

/** Changes that enable or disable an account. */
export const ofEnabling: Invalidates = ({ old, new: now }) =>
  (old === null && now === null) || old?.['status'] !== now?.['status'];

/** The statuses of past listings that the website of their account shows to the public (B53). */
export const PAST_STATUSES: readonly string[] = ['sold', 'leased'];

const PAST = raw(PAST_STATUSES.map((status) => `'${status}'`).join(', '));

/** The bit in `listings.flags` that is set if the compared price is a rent; no parameter selects it. */
export const RENT_BIT = 52;

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
export const isShownBy = (alias: Sql, websiteID: number | Sql): Sql =>
  sql`(${alias}.website_id = ${websiteID} OR ${isOfOffices(alias, websiteID)})`;

/**
 * As `isShownBy`, for rows without an office, such as narrow rows: the office of the main account's listings is looked
 * up.
 */
export const isShownById = (alias: Sql, websiteID: number): Sql => sql`(${alias}.website_id = ${websiteID}
  OR ${alias}.website_id = (SELECT main_website_id ${mainOf(websiteID)})
    AND EXISTS (SELECT FROM listings office WHERE office.id = ${alias}.id AND ${isOfOffices(sql`office`, websiteID)}))`;

const mainOf = (websiteID: number | Sql): Sql =>
  sql`FROM accounts WHERE id = ${websiteID} AND listing_source = 'officeID' AND main_website_id <> id`;

/** The listing belongs to an office of the main account whose listings the sub-account shows. */
function isOfOffices(alias: Sql, websiteID: number | Sql): Sql {
  const main = mainOf(websiteID);
  return sql`${alias}.website_id = (SELECT main_website_id ${main})
      AND lower(${alias}.agent_id) = ANY(ARRAY(SELECT lower(unnest(listing_office_ids)) ${main}))`;
}

/**
 * Joins rows with the accounts that show them, as `site.id`. @param owner the account of a row @param office its office in
 * lower case, which only accounts with sub-accounts need
 */
export const sitesOf = (owner: Sql, office: Sql): Sql => sql`JOIN (
    SELECT id, id AS owner, NULL AS office FROM accounts
    UNION ALL
    SELECT DISTINCT id, main_website_id, lower(office) FROM accounts, unnest(listing_office_ids) office
    WHERE listing_source = 'officeID' AND main_website_id <> id
  ) site ON site.owner = ${owner} AND (site.office IS NULL OR site.office = ${office})`;

/** Joins `listing` with the accounts that show it, as `site.id`. */
export const joinSites = sitesOf(sql`listing.website_id`, sql`lower(listing.agent_id)`);

/** Joins `listing` with its agents, as `link.agent_id`. */
export const joinAgents = sql`JOIN listing_agents link ON link.listing_id = listing.id`;

const isCurrent = (alias: Sql): Sql => sql`${alias}.status = 'current'`;

const isOfEnabled = (alias: Sql): Sql => isEnabled(sql`${alias}.website_id`);

/** The row is a past listing that the website of an account shows. */
const isPastOf = (alias: Sql, siteID: number, rows: ListingRows = 'listings'): Sql =>
  sql`${alias}.status IN (${PAST}) AND ${rows === 'listings' ? isShownBy(alias, siteID) : isShownById(alias, siteID)}`;

/** Rows of listings, narrow rows, which are all current, or events. Only listings have their office. */
export type ListingRows = 'listings' | 'current' | 'events';

/** The rows under an alias that a recipient sees; undefined: all. */
export function rowsSeenBy(
  { audience, siteID }: Recipient,
  alias: Sql,
  rows: ListingRows = 'listings',
): Sql | undefined {
  if (audience === 'public')
    return siteID === undefined
      ? sql`${isCurrent(alias)} AND ${isOfEnabled(alias)}`
      : sql`(${isCurrent(alias)} OR ${isPastOf(alias, siteID, rows)}) AND ${isOfEnabled(alias)}`;
  // A hidden listing is never current.
  if (siteID === undefined || rows === 'current') return undefined;
  return sql`(NOT ${alias}.is_hidden OR ${isShownById(alias, siteID)})`;
}

/** The disjoint parts of `rowsSeenBy` for the public, each with its own indexes. */
export function partsSeenByPublic({ siteID }: Recipient, alias: Sql): Sql[] {
  const current = sql`${isCurrent(alias)} AND ${isOfEnabled(alias)}`;
  return siteID === undefined ? [current] : [current, sql`${isPastOf(alias, siteID)} AND ${isOfEnabled(alias)}`];
}

/** Whether a row hides data from a recipient; undefined: no row does. @param column the column that states it */
export function hidesFrom({ audience, siteID }: Recipient, column: string, alias: Sql): Sql | undefined {
  if (audience !== 'public' && siteID === undefined) return undefined;
  const isHidden = sql`${alias}.${raw(column)}`;
  return audience === 'public' || siteID === undefined
    ? isHidden
    : sql`(${isHidden} AND NOT ${isShownById(alias, siteID)})`;
}
