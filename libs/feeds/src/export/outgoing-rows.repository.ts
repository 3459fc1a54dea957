import { listingLines, type ListingLineRow } from '@app/listings';
import { sql, type SqlExecutor } from '@app/sql';
import type { OutgoingAgent } from '../reaxml/writing/outgoing.js';

/** A listing as it is read to be written as REAXML. */
export interface OutgoingRow extends ListingLineRow {
  readonly feedAgents: readonly (OutgoingAgent & { readonly order: number })[];
  readonly timeZone: string;
}

const statementOf = (websiteID: number) => sql`SELECT ${listingLines.columns},
    coalesce(suburb.time_zone, '') AS "timeZone", coalesce((
      SELECT json_agg(json_build_object('name', agent.name, 'order', link.position + 1,
        'agentID', (SELECT feed_agent_ids[1] FROM accounts
          WHERE id = agent.website_id AND id <> listing.website_id),
        'uniqueListingAgentID', agent.unique_listing_agent_id,
        'email', coalesce(nullif(agent.record->'email'->>'agency', ''), agent.record->'email'->>'crm', ''),
        'telephones', agent.record->'telephone', 'profileVisibility', link.profile_visibility) ORDER BY link.position)
      FROM listing_agents link JOIN agents agent ON agent.id = link.agent_id
      WHERE link.listing_id = listing.id), '[]') AS "feedAgents"
  FROM listings listing ${listingLines.joins}
  LEFT JOIN suburbs suburb ON suburb.id = listing.suburb_id AND suburb.gazetted
  WHERE listing.website_id = ${websiteID} ORDER BY listing.id`;

/** The listings of an account in sets, in the order of their ids, inside a transaction; undefined: there is no such account. */
export async function outgoingRows(
  executor: SqlExecutor,
  websiteID: number,
  signal: AbortSignal | undefined,
): Promise<AsyncIterable<OutgoingRow[]> | undefined> {
  const found = await executor.queryRows(sql`SELECT FROM accounts WHERE id = ${websiteID}`);
  return found.length > 0 ? executor.stream<OutgoingRow>(statementOf(websiteID), signal) : undefined;
}
