import { staleAccount } from '@app/accounts';
import { agentCard } from '@app/agents';
import { isStale } from '@app/documents';
import { sql } from '@app/sql';
import { listingDocuments } from './listing.documents.js';

/** Joins needed by every representation, for `listings listing` with its `properties property`. */
export const documentJoins = sql`
  JOIN listing_documents document ON document.listing_id = listing.id
  JOIN accounts account ON account.id = listing.website_id`;

/** Joins needed by every representation, for `listings listing` alone. */
export const listingJoins = sql`
  JOIN properties property ON property.id = listing.property_id ${documentJoins}`;

const columns = () => sql`document.document, document.address, document.slug_values AS "slugValues",
  property.uid AS "propertyUid", account.id AS "websiteID",
  account.uid AS "websiteUid", account.link AS "websiteLink", account.listing_summary AS website,
  account.slug_templates ->> listing.listing_type::text AS "slugTemplate",
  ${isStale(listingDocuments, 'document')} AS "staleListing", ${staleAccount()}`;

const linkedAgents = sql`FROM listing_agents link JOIN agents agent ON agent.id = link.agent_id
  WHERE link.listing_id = listing.id`;

/** The columns of a list item: agents in short form. */
export const itemColumns = () => sql`${columns()}, coalesce((
  SELECT json_agg(json_build_object('_id', agent.uid, 'id', agent.id, 'name', agent.name) ORDER BY link.position)::text
  ${linkedAgents}), '[]') AS agents`;

/** The columns of a single read: agents with contact data; an agent's card of another version as its source. */
export const singleColumns = () => sql`${columns()}, '[' || coalesce((
  SELECT string_agg(
    left(${agentCard()}, -1) || ',"profileVisibility":' || link.profile_visibility || ',"hasCurrentListings":' || EXISTS (
      SELECT FROM listing_agents other JOIN listings current ON current.id = other.listing_id
      WHERE other.agent_id = agent.id AND current.status = 'current') || '}',
    ',' ORDER BY link.position)
  ${linkedAgents}), '') || ']' AS agents`;
