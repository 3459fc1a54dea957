import { anywhere, fold } from '@app/lists';
import { id } from '@app/schema';
import { sql, type Sql } from '@app/sql';

/** The listings that have an agent who meets the condition. */
const listingsOf = (holds: Sql): Sql => sql`
  SELECT link.listing_id FROM listing_agents link JOIN agents agent ON agent.id = link.agent_id WHERE ${holds}`;

/** The listing has one of few agents. An array is looked up by id, however many listings PostgreSQL expects of an agent. */
const hasAgentBy = (holds: Sql): Sql => sql`listing.id = ANY(ARRAY(${listingsOf(holds)}))`;

/** Digits match an agent's id, any other text a part of the name (D26). */
export function hasAgent(text: string): Sql {
  const agentId = id.parse(text);
  if (agentId === undefined) return sql`listing.id IN (${listingsOf(sql`lower(agent.name) LIKE ${anywhere(text)}`)})`;
  return sql`listing.id IN (SELECT listing_id FROM listing_agents WHERE agent_id = ${agentId})`;
}

/** Each text is a slug or a full name (D26). */
export function hasAnyAgent(named: readonly string[]): Sql {
  const folded = named.map(fold);
  return hasAgentBy(sql`agent.slug = ANY(${folded}::text[]) OR lower(agent.name) = ANY(${folded}::text[])`);
}

/** The slug matches exactly (D26). */
export const hasAgentSlug = (slug: string): Sql => hasAgentBy(sql`agent.slug = ${fold(slug)}`);
