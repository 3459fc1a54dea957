import { isEnabled } from '@app/accounts';
import type { Audience } from '@app/http';
import { sql, type Sql, raw } from '@app/sql';
import { isPublic } from '../filters/listing-public.filters.js';

/** What the coordinates of a row of listings or properties are; null without any. */
export const accuracyOf = (alias: string): Sql =>
  sql`CASE ${raw(alias)}.is_centre WHEN true THEN 'suburb' WHEN false THEN 'exact' END`;

/** The join for the account of `listings listing`. */
export const accountJoin = sql`JOIN accounts account ON account.id = listing.website_id`;

/** The join for the texts of a listing, for `listings listing` with its `properties property`. */
export const textJoins = sql`JOIN listing_documents document ON document.listing_id = listing.id`;

/** The joins for the texts of a listing, for `listings listing` alone. */
export const listingJoins = sql`JOIN properties property ON property.id = listing.property_id ${textJoins}`;

/** The coordinates of the suburb of `listings listing`, and the join that they need. */
export const suburbPlace = sql`place.latitude AS "suburbLatitude", place.longitude AS "suburbLongitude"`;
export const placeJoin = sql`LEFT JOIN suburbs place ON place.id = listing.suburb_id`;

const linkedAgents = sql`FROM listing_agents link JOIN agents agent ON agent.id = link.agent_id
  WHERE link.listing_id = listing.id`;

/** The shown agents, by audience. */
const AGENTS: Readonly<Record<Audience, Sql>> = {
  clients: linkedAgents,
  public: sql`${linkedAgents} AND ${isEnabled(sql`agent.website_id`)}`,
};

/** The texts of a listing, and what it shows of its account. */
const textColumns = sql`document.document, document.address, document.slug_values AS "slugValues",
  property.uid AS "propertyUid", listing.listing_type AS "listingType",
  ${accuracyOf('listing')} AS "locationAccuracy",
  account.uid, rtrim(account.link, '/') AS link, account.slug_templates ->> listing.listing_type::text AS "slugTemplate",
  account.listing_summary AS website`;

/** The columns of a listing of a page. PostgreSQL changes `xmin` with every write of a row. */
export const itemColumns = sql`listing.id AS "listingID", listing.version, listing.website_id AS "websiteID",
  account.xmin AS "accountVersion", shown_agents.versions AS "agentVersions", coalesce(shown_agents.texts, '') AS agents,
  ${textColumns}`;

/** The join for the agents of `itemColumns`, in short form. */
export const agentsJoin = (audience: Audience): Sql => sql`CROSS JOIN LATERAL (
  SELECT string_agg(agent.id || ' ' || agent.xmin, ',' ORDER BY link.position) AS versions,
    string_agg('{"_id":"' || agent.uid || '","id":' || agent.id || ',"name":' || to_json(agent.name) || '}', ','
      ORDER BY link.position) AS texts
  ${AGENTS[audience]}) shown_agents`;

const hasCurrent = (isShown: Sql): Sql => sql`EXISTS (
  SELECT FROM listing_agents other JOIN listings current ON current.id = other.listing_id
  WHERE other.agent_id = agent.id AND ${isShown})`;

const hasCurrentListings = hasCurrent(sql`current.status = 'current'`);

const HAS_CURRENT: Readonly<Record<Audience, Sql>> = {
  clients: hasCurrentListings,
  public: hasCurrent(isPublic(sql`current`)),
};

/** The agent inside a listing, as JSON text without its end; the public sees no address of the CRM. */
const CARDS: Readonly<Record<Audience, Sql>> = {
  clients: sql`left(agent.card, -1)`,
  public: sql`left(jsonb_set(agent.card::jsonb, '{email}', agent.record #> '{email,agency}')::text, -1)`,
};

/** The columns of a single read; for each agent, whether its profile is shown and whether it has current listings. */
export const singleColumns = (audience: Audience): Sql => sql`${textColumns}, coalesce((
  SELECT string_agg(
    ${CARDS[audience]} || ',"profileVisibility":' || link.profile_visibility
      || ',"hasCurrentListings":' || ${HAS_CURRENT[audience]} || '}',
    ',' ORDER BY link.position) ${AGENTS[audience]}), '') AS agents`;
