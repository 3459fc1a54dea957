import { anywhere, fold } from '@app/lists';
import { id } from '@app/schema';
import { sql, type Sql } from '@app/sql';

/** The listing has an agent that meets the condition. */
const linked = (holds: Sql): Sql => sql`listing.id IN (
  SELECT link.listing_id FROM listing_agents link JOIN agents agent ON agent.id = link.agent_id WHERE ${holds})`;

/** Digits match an agent's id, any other text a part of the name (D26). */
export function hasAgent(text: string): Sql {
  const agentId = id.parse(text);
  if (agentId === undefined) return linked(sql`lower(agent.name) LIKE ${anywhere(text)}`);
  return sql`listing.id IN (SELECT listing_id FROM listing_agents WHERE agent_id = ${agentId})`;
}

/** Each text is a slug or a full name (D26). */
export function hasAnyAgent(named: readonly string[]): Sql {
  const folded = named.map(fold);
  return linked(sql`agent.slug = ANY(${folded}::text[]) OR lower(agent.name) = ANY(${folded}::text[])`);
}

/** The slug matches exactly (D26). */
export const hasAgentSlug = (slug: string): Sql => linked(sql`agent.slug = ${fold(slug)}`);
