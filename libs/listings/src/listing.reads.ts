import { accountVersionKey, accountTextColumns, isEnabled } from '@app/accounts';
import { agentVersionKey } from '@app/agents';
import type { Audience } from '@app/http';
import { sql, type Sql } from '@app/sql';
import { accuracyOf } from './listing-accuracy.reads.js';
import { isPublic } from './listing-public.filters.js';

/** The join for the version keys, for `listings listing`. */
export const versionKeyJoins = sql`JOIN accounts account ON account.id = listing.website_id`;

/** The join for the texts of a listing, for `listings listing` with its `properties property`. */
export const textJoins = sql`JOIN listing_documents document ON document.listing_id = listing.id`;

/** The joins for the texts of a listing, for `listings listing` alone. */
export const listingJoins = sql`JOIN properties property ON property.id = listing.property_id ${textJoins}`;

/** The coordinates of the suburb of `listings listing`, and the join that they need. */
export const suburbPlace = sql`place.latitude AS "suburbLatitude", place.longitude AS "suburbLongitude"`;
export const placeJoin = sql`LEFT JOIN suburbs place ON place.id = listing.suburb_id`;

/** The version keys of a listing (ADR 22), without its agents. */
const versionKey = sql`listing.id AS "listingID", listing.version, ${accountVersionKey}`;

const linkedAgents = sql`FROM listing_agents link JOIN agents agent ON agent.id = link.agent_id
  WHERE link.listing_id = listing.id`;

/** The shown agents, by audience. */
const AGENTS: Readonly<Record<Audience, Sql>> = {
  clients: linkedAgents,
  public: sql`${linkedAgents} AND ${isEnabled(sql`agent.website_id`)}`,
};

const versionKeysOf = (audience: Audience): Sql => sql`${versionKey}, (
  SELECT string_agg(${agentVersionKey}, ',' ORDER BY link.position) ${AGENTS[audience]}) AS agents`;

/** The version keys of a list item, by audience. */
const VERSION_KEYS: Readonly<Record<Audience, Sql>> = {
  clients: versionKeysOf('clients'),
  public: versionKeysOf('public'),
};

/** The texts of a listing itself. */
export const textColumns = sql`document.document, document.address, document.slug_values AS "slugValues",
  property.uid AS "propertyUid", listing.listing_type AS "listingType",
  ${accuracyOf('listing')} AS "locationAccuracy"`;

/** The version keys of a list item. */
export const itemColumns = (audience: Audience): Sql => VERSION_KEYS[audience];

const hasCurrent = (isShown: Sql): Sql => sql`EXISTS (
  SELECT FROM listing_agents other JOIN listings current ON current.id = other.listing_id
  WHERE other.agent_id = agent.id AND ${isShown})`;

const hasCurrentListings = hasCurrent(sql`current.status = 'current'`);

const HAS_CURRENT: Readonly<Record<Audience, Sql>> = {
  clients: hasCurrentListings,
  public: hasCurrent(isPublic(sql`current`)),
};

/** The columns of a single read; for each agent, whether its profile is shown and whether it has current listings. */
export const singleColumns = (audience: Audience) => sql`${versionKey}, ${textColumns}, (
  SELECT string_agg(${agentVersionKey} || '|' || link.profile_visibility || '|' || ${HAS_CURRENT[audience]},
    ',' ORDER BY link.position) ${AGENTS[audience]}) AS agents`;

/** All columns of a single read, for exports, which stream one statement. */
export const wholeColumns = sql`${textColumns}, ${accountTextColumns}, coalesce((
  SELECT string_agg(
    left(agent.card, -1) || ',"profileVisibility":' || link.profile_visibility
      || ',"hasCurrentListings":' || ${hasCurrentListings} || '}',
    ',' ORDER BY link.position) ${linkedAgents}), '') AS agents`;
