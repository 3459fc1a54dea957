import { anywhere, contains, equals, fold, hasAnyOf, isAnyOf, meetsAny, onColumns, onFolded } from '@app/lists';
import { id } from '@app/schema';
import type { MatchesRow } from '@app/cache';
import { sql, type Sql } from '@app/sql';

/** The listings with an agent that meets the condition. */
const listingsOf = (holds: Sql): Sql => sql`
  SELECT link.listing_id FROM listing_agents link JOIN agents agent ON agent.id = link.agent_id WHERE ${holds}`;

/** The listing has one of few agents. PostgreSQL looks up an array by id, whatever its estimate. */
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

/** A part of one of the logged agent names of a listing. */
const hasNamePart = (part: string): MatchesRow =>
  onColumns(['agent_names'], ({ agent_names: names }) =>
    Array.isArray(names) ? names.some((name) => String(name).includes(part)) : undefined,
  );

const isNamed = (names: readonly string[]): MatchesRow =>
  meetsAny([isAnyOf('slug', names), onFolded('name', isAnyOf('name', names))]);

/** The same conditions on logged rows of listings (with ids, names and slugs of their agents) and of agents. */
export const AGENT = {
  listing: (text: string) => {
    const agentId = id.parse(text);
    return agentId === undefined ? hasNamePart(fold(text)) : hasAnyOf('agents', [agentId]);
  },
  agent: (text: string) => {
    const agentId = id.parse(text);
    return agentId === undefined ? onFolded('name', contains('name', fold(text))) : equals('id', agentId);
  },
};

export const ANY_AGENT = {
  listing: (named: string[]) => {
    const names = named.map(fold);
    return meetsAny([hasAnyOf('agent_slugs', names), hasAnyOf('agent_names', names)]);
  },
  agent: (named: string[]) => isNamed(named.map(fold)),
};

export const AGENT_SLUG = {
  listing: (slug: string) => hasAnyOf('agent_slugs', [fold(slug)]),
  agent: (slug: string) => isAnyOf('slug', [fold(slug)]),
};
