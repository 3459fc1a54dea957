import { isEnabled } from '@app/accounts';
import type { Audience } from '@app/http';
import { column, sql, type Sql } from '@app/sql';
import { col } from './listing-columns.js';
import { ListingMasks } from './listing-masks.js';

/** The accuracy of the coordinates of listings or properties, by the column `is_centre`; null without coordinates. */
export const accuracyBy = (isCentre: Sql): Sql =>
  sql`CASE ${isCentre} WHEN true THEN 'suburb' WHEN false THEN 'exact' END`;

/** The accuracy of the coordinates of `listing`. */
export const accuracyOfListing = accuracyBy(col('is_centre'));

/** The joins of `listing`: its documents, suburb, account, and property, which lists of properties join themselves. */
export const documentJoin = sql`JOIN listing_documents document ON document.listing_id = listing.id`;
export const placeJoin = sql`LEFT JOIN suburbs place ON place.id = listing.suburb_id`;
const accountJoin = sql`JOIN accounts account ON account.id = listing.website_id`;
export const propertyJoin = sql`JOIN properties property ON property.id = listing.property_id`;

const linkedAgents = sql`FROM listing_agents link JOIN agents agent ON agent.id = link.agent_id
  WHERE link.listing_id = listing.id`;

/** The shown agents by audience. */
const AGENTS: Readonly<Record<Audience, Sql>> = {
  clients: linkedAgents,
  public: sql`${linkedAgents} AND ${isEnabled(sql`agent.website_id`)}`,
};

/** The account of a listing, as JSON text; the public sees a part of its profile (B53). */
const WEBSITES: Readonly<Record<Audience, Sql>> = {
  clients: sql`account.listing_summary`,
  public: sql`account.public_summary`,
};

/** The members of a listing that come from its columns. */
const identity = (masks: ListingMasks): Sql => sql`listing.id AS "listingID", listing.uid AS "listingUid",
  ${masks.column('property_id')} AS "propertyID", ${accuracyBy(masks.column('is_centre'))} AS "locationAccuracy"`;

/** The members that come from the account. */
const ofAccount = sql`listing.website_id AS "websiteID", document.slug_values AS "slugValues", rtrim(account.link, '/') AS link,
  account.slug_templates ->> listing.listing_type::text AS "slugTemplate", account.uid`;

/** The texts of a listing; if its address is hidden, with the coordinates of its suburb. */
function texts(masks: ListingMasks): Sql {
  const hides = masks.hides('address');
  const place = (name: 'latitude' | 'longitude') =>
    hides
      ? sql`CASE WHEN ${hides} AND ${masks.shows('suburb')} THEN ${column(`place.${name}`)} END`
      : sql`NULL::float8`;
  const property = hides ? sql`CASE WHEN NOT ${hides} THEN property.uid END` : sql`property.uid`;
  return sql`${identity(masks)}, listing.time_zone AS "timeZone",
    ${masks.text(sql`document.document`, sql`document.masked_document`)} AS document,
    ${masks.text(sql`document.address`, sql`document.masked_address`)} AS address, ${property} AS "propertyUid",
    ${place('latitude')} AS "suburbLatitude", ${place('longitude')} AS "suburbLongitude"`;
}

const textJoins = (masks: ListingMasks): Sql => sql`${documentJoin}${masks.isOperator ? sql`` : sql` ${placeJoin}`}`;

/** Row versions; PostgreSQL changes `xmin` with every write of a row. */
const versions = sql`listing.version, account.xmin AS "accountVersion", shown_agents.versions AS "agentVersions",
  coalesce(shown_agents.texts, '') AS agents`;

/** The agents of a listing of a page, as texts. */
const agentsJoin = (agents: Sql, text: Sql): Sql => sql`CROSS JOIN LATERAL (
  SELECT string_agg(agent.id || ' ' || agent.xmin, ',' ORDER BY agent.position) AS versions,
    string_agg(${text}, ',' ORDER BY agent.position) AS texts
  FROM (${agents}) agent) shown_agents`;

const agentsOf = (audience: Audience): Sql =>
  sql`SELECT agent.id, agent.xmin, agent.uid, agent.name, link.position ${AGENTS[audience]}`;

const firstAgents = (
  audience: Audience,
): Sql => sql`SELECT agent.id, agent.xmin, agent.listing_card, link.position ${AGENTS[audience]}
  ORDER BY link.position LIMIT 2`;

const agentInList = sql`'{"_id":"' || agent.uid || '","id":' || agent.id || ',"name":' || to_json(agent.name) || '}'`;

/** Columns of `listing`, and the joins that they need. */
export interface ListingColumns {
  readonly columns: Sql;
  readonly joins: Sql;
}

/** A listing of a page. */
export const itemColumns = (masks: ListingMasks, audience: Audience): ListingColumns => ({
  columns: sql`${versions}, ${texts(masks)}, ${ofAccount}, ${WEBSITES[audience]} AS website`,
  joins: sql`${accountJoin} ${textJoins(masks)} ${agentsJoin(agentsOf(audience), agentInList)}`,
});

const cardText = (masks: ListingMasks): Sql => masks.text(sql`document.card`, sql`document.masked_card`);

/** The data of a listing in a calendar. Members of its card from the image on are not read: two thirds of the card. */
export const eventColumns = (masks: ListingMasks): ListingColumns => ({
  columns: sql`${identity(masks)}, ${ofAccount}, split_part(${cardText(masks)}, ',"image":', 1) AS card`,
  joins: sql`${accountJoin} ${documentJoin}`,
});

/** The card of a listing of a page, with two agents. */
export function cardColumns(masks: ListingMasks, audience: Audience): ListingColumns {
  return {
    columns: sql`${versions}, ${identity(masks)}, ${cardText(masks)} AS card, ${ofAccount}, account.listing_card AS website`,
    joins: sql`${accountJoin} ${documentJoin} ${agentsJoin(firstAgents(audience), sql`agent.listing_card`)}`,
  };
}

const hasCurrent = (isShown: Sql): Sql => sql`EXISTS (
  SELECT FROM listing_agents other JOIN listings current ON current.id = other.listing_id
  WHERE other.agent_id = agent.id AND ${isShown})`;

const HAS_CURRENT: Readonly<Record<Audience, Sql>> = {
  clients: hasCurrent(sql`current.status = 'current'`),
  public: hasCurrent(new ListingMasks({ audience: 'public' }).rows(sql`current`) ?? sql`TRUE`),
};

/**
 * The agent inside a listing, as JSON text without its closing brace; the public does not see the address in the CRM.
 */
const AGENT_TEXTS: Readonly<Record<Audience, Sql>> = {
  clients: sql`left(agent.card, -1)`,
  public: sql`left(jsonb_set(agent.card::jsonb, '{email}', agent.record #> '{email,agency}')::text, -1)`,
};

/** A single read; for each agent, whether its profile is shown and whether it has current listings. */
export const singleColumns = (masks: ListingMasks, audience: Audience): ListingColumns => ({
  columns: sql`${texts(masks)}, ${ofAccount}, ${WEBSITES[audience]} AS website, coalesce((
  SELECT string_agg(
    ${AGENT_TEXTS[audience]} || ',"profileVisibility":' || link.profile_visibility
      || ',"hasCurrentListings":' || ${HAS_CURRENT[audience]} || '}',
    ',' ORDER BY link.position) ${AGENTS[audience]}), '') AS agents`,
  joins: sql`${accountJoin} ${textJoins(masks)}`,
});

/** A line of an export. */
export const lineColumns = (masks: ListingMasks): ListingColumns => ({
  columns: sql`${texts(masks)}, listing.website_id AS "websiteID", document.private, coalesce((
    SELECT json_agg(json_build_object('id', agent_id, 'profileVisibility', profile_visibility,
      'position', position) ORDER BY position)
    FROM listing_agents WHERE listing_id = listing.id), '[]') AS agents`,
  joins: textJoins(masks),
});
