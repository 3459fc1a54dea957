import { containsName, equals, fold, foldName, hasAnyOf, hasNamePart, isAnyOf, meetsAny, onColumns } from '@app/lists';
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
  if (agentId === undefined) return sql`listing.id IN (${listingsOf(hasNamePart('agent.folded_name', text))})`;
  return sql`listing.id IN (SELECT listing_id FROM listing_agents WHERE agent_id = ${agentId})`;
}

/** Each text is a slug or a full name (D26). */
export function hasAnyAgent(named: readonly string[]): Sql {
  return hasAgentBy(
    sql`agent.slug = ANY(${named.map(fold)}::text[]) OR agent.folded_name = ANY(${named.map(foldName)}::text[])`,
  );
}

/** The slug matches exactly (D26). */
export const hasAgentSlug = (slug: string): Sql => hasAgentBy(sql`agent.slug = ${fold(slug)}`);

/** One of the logged agent names of a listing. */
const hasNameThat = (holds: (name: string) => boolean): MatchesRow =>
  onColumns(['agent_names'], ({ agent_names: names }) =>
    Array.isArray(names) ? names.some((name) => holds(foldName(String(name)))) : undefined,
  );

const contains = (text: string): ((name: string) => boolean) => {
  const part = foldName(text);
  return (name) => part !== '' && name.includes(part);
};

/** The same conditions on logged rows of listings (with ids, names and slugs of their agents) and of agents. */
export const AGENT = {
  listing: (text: string) => {
    const agentId = id.parse(text);
    return agentId === undefined ? hasNameThat(contains(text)) : hasAnyOf('agents', [agentId]);
  },
  agent: (text: string) => {
    const agentId = id.parse(text);
    return agentId === undefined ? containsName('folded_name', text) : equals('id', agentId);
  },
};

export const ANY_AGENT = {
  listing: (named: string[]) => {
    const names = new Set(named.map(foldName));
    return meetsAny([hasAnyOf('agent_slugs', named.map(fold)), hasNameThat((name) => names.has(name))]);
  },
  agent: (named: string[]) => meetsAny([isAnyOf('slug', named.map(fold)), isAnyOf('folded_name', named.map(foldName))]),
};

export const AGENT_SLUG = {
  listing: (slug: string) => hasAnyOf('agent_slugs', [fold(slug)]),
  agent: (slug: string) => isAnyOf('slug', [fold(slug)]),
};
