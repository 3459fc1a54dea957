import { bytewise, column, lower, sql } from '@app/sql';
import { orderBy, type Order } from '@app/lists';
import { tableKeys, named, oneOf } from '@app/schema';

/** Ties are broken by id. */
const BY_ID = [column('agent.id'), 'ASC'] as const;

/** Every sort order of agents; each is total. */
export const AGENT_SORTS = {
  id: orderBy(BY_ID),
  listings: orderBy([sql`coalesce(counted.listings, 0)`, 'DESC'], BY_ID),
  name: orderBy([bytewise(lower(column('agent.name')))], BY_ID),
  newest: orderBy([column('agent.created_at'), 'DESC'], BY_ID),
  updated: orderBy([column('agent.updated_at'), 'DESC'], BY_ID),
} satisfies Record<string, Order>;

export type AgentSort = keyof typeof AGENT_SORTS;

export const agentSort = named('AgentSort', 'Order of agents. Ties are ordered by id.', oneOf(tableKeys(AGENT_SORTS)));
