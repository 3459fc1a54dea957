import { wholeCard } from '../../libs/listings/src/documents/listing-card.js';
import type { Row } from './plan.js';

const IDENTITY = `'"_id":"' || listing.uid || '","id":' || listing.id || ',"propertyID":' || listing.property_id`;
const DOCUMENT_COLUMNS = `${IDENTITY} || ',' || document.document || ',"timeZone":"' || listing.time_zone || '"', document.address,
  property.uid::text`;
const ACCOUNT_COLUMNS = `account.listing_summary, account.link, account.slug_templates->>(listing.listing_type::text),
  document.slug_values::text`;
const ACCURACY = `CASE WHEN listing.latitude + listing.longitude IS NOT NULL THEN ',"locationAccuracy":"exact"' ELSE '' END`;

/** Joins to `listings listing`. */
export const ITEM_JOINS = `
  JOIN listing_documents document ON document.listing_id = listing.id
  JOIN accounts account ON account.id = listing.website_id
  JOIN properties property ON property.id = listing.property_id`;

const LINKED_AGENTS = `FROM listing_agents link JOIN agents agent ON agent.id = link.agent_id WHERE link.listing_id = listing.id`;

export const ITEM_COLUMNS = `${DOCUMENT_COLUMNS}, (
  SELECT string_agg('{"_id":"' || agent.uid || '","id":' || agent.id || ',"name":' || to_json(agent.name) || '}', ','
    ORDER BY link.position) ${LINKED_AGENTS}), ${ACCOUNT_COLUMNS}, ${ACCURACY}, listing.website_id`;

/** The same number of columns, for cards. */
export const CARD_COLUMNS = `${IDENTITY} || ',"websiteID":' || listing.website_id || ${ACCURACY}, document.card, '', (
  SELECT string_agg(agent.listing_card, ',' ORDER BY agent.position)
  FROM (SELECT agent.listing_card, link.position ${LINKED_AGENTS} ORDER BY link.position LIMIT 2) agent),
  account.listing_card, account.link, account.slug_templates->>(listing.listing_type::text), document.slug_values::text`;

const HAS_CURRENT = `EXISTS (SELECT FROM listing_agents other JOIN listings current ON current.id = other.listing_id
  WHERE other.agent_id = agent.id AND current.status = 'current')`;

export const SINGLE_COLUMNS = `${DOCUMENT_COLUMNS}, (
  SELECT string_agg(left(agent.card, -1) || ',"profileVisibility":' || link.profile_visibility
    || ',"hasCurrentListings":' || ${HAS_CURRENT} || '}', ',' ORDER BY link.position) ${LINKED_AGENTS}), ${ACCOUNT_COLUMNS}, ${ACCURACY}`;

/** Changes when any row of the response changes. */
export const TAG = `'"' || concat_ws('-', listing.xmin, document.xmin, account.xmin, property.xmin, (
  SELECT string_agg(concat_ws('.', agent.id, agent.xmin, link.xmin, ${HAS_CURRENT}), '-' ORDER BY link.position)
  ${LINKED_AGENTS})) || '"'`;

/** The list representation, from the cells that start at `at`. */
export const presentItem = (row: Row, at: number): string =>
  `{${common(row, at)},"address":{"_id":"${row[at + 2]}",${text(row, at + 1).slice(1)},"website":${row[at + 4]}}`;

/** The representation of a single listing. */
export const presentSingle = (row: Row, at: number): string =>
  `{${common(row, at)},"address":${row[at + 1]},"website":${row[at + 4]}}`;

const DEFAULT_TEMPLATE = '/{category}/{address.state}/{address.suburb}/{uniqueID}';

/** The card, assembled by the function of the service. */
export const presentCard = (row: Row, at: number): string =>
  wholeCard({
    identity: text(row, at),
    stored: text(row, at + 1),
    agents: text(row, at + 3),
    website: text(row, at + 4),
    ...linked(row, at + 5),
  });

const common = (row: Row, at: number): string =>
  `${row[at]},"agents":[${row[at + 3] ?? ''}],${JSON.stringify(linked(row, at + 5)).slice(1, -1)}${row[at + 8]}`;

/**
 * The path and the URL of the page of a listing, from the link and template of the account and the values of the
 * listing.
 */
function linked(row: Row, at: number): { readonly slug: string; readonly link: string } {
  const values = JSON.parse(text(row, at + 2)) as Record<string, string>; // the import stored it
  const slug = (text(row, at + 1) || DEFAULT_TEMPLATE)
    .replace(/\{([^}]*)\}/g, (_, name: string) => values[name] ?? '')
    .replace(/\/{2,}/g, '/');
  const link = text(row, at).replace(/\/+$/, '') + slug;
  return { slug, link };
}

const text = (row: Row, at: number): string => String(row[at] ?? '');
