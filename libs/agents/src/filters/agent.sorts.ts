import { COUNT_SORTS } from '@app/accounts';
import { bytewise, column, lower } from '@app/sql';
import { orderBy, type Order } from '@app/lists';
import { tableKeys, named, oneOf } from '@app/schema';

/** Ties are broken by id. */
const BY_ID = [column('agent.id'), 'ASC'] as const;

/** The sort orders of agents by their own columns; each is total. */
export const AGENT_SORTS = {
  id: orderBy(BY_ID),
  name: orderBy([bytewise(lower(column('agent.name')))], BY_ID),
  newest: orderBy([column('agent.created_at'), 'DESC'], BY_ID),
  updated: orderBy([column('agent.updated_at'), 'DESC'], BY_ID),
} satisfies Record<string, Order>;

export type AgentSort = keyof typeof AGENT_SORTS | (typeof COUNT_SORTS)[number] | 'distance';

export const agentSort = named(
  'AgentSort',
  'Order of agents. Ties are ordered by id.',
  oneOf([...tableKeys(AGENT_SORTS), ...COUNT_SORTS, 'distance'] as const),
);
