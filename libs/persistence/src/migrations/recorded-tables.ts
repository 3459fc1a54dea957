/** A table whose rows are things of their own. */
export interface RecordedTable {
  readonly resource: string;
  /** Columns that do not become part of the log: documents, and secrets. */
  readonly hidden: readonly string[];
  /** SQL: the account of `state`, a row as jsonb. */
  readonly website: string;
  /** SQL: what is added to `state`. */
  readonly context?: string;
}

const PLACE = `|| jsonb_build_object('place', place_of((state ->> 'suburb_id')::int))`;

export const TABLES: Readonly<Record<string, RecordedTable>> = {
  accounts: {
    resource: 'account',
    hidden: ['record', 'item', 'detail', 'listing_summary', 'agent_summary', 'representation'],
    website: `state -> 'id'`,
    context: PLACE,
  },
  agents: {
    resource: 'agent',
    hidden: ['record', 'item', 'biography', 'card', 'representation'],
    website: `state -> 'website_id'`,
  },
  properties: { resource: 'property', hidden: [], website: 'NULL::jsonb', context: PLACE },
  suburbs: { resource: 'suburb', hidden: ['document', 'representation'], website: 'NULL::jsonb' },
  credentials: { resource: 'credential', hidden: ['secret_hash', 'secret_sealed'], website: `state -> 'website_id'` },
};

/** Where changes of a table belong. */
export const resourceOf = (table: string): string =>
  TABLES[table]?.resource ?? (table === 'property_documents' ? 'property' : 'listing');

/** The lists of a listing: part, and an element as jsonb. */
export const LISTS = {
  listing_agents: {
    part: 'agents',
    element: `jsonb_build_object('id', agent_id, 'profileVisibility', profile_visibility)`,
  },
  listing_inspections: {
    part: 'inspections',
    element: `jsonb_build_object('starts_at', starts_at, 'ends_at', ends_at, 'first_day', first_day, 'last_day', last_day)`,
  },
} as const;

export type ListPart = (typeof LISTS)[keyof typeof LISTS];

/** The list as it is now, of the listing with an id. */
export const listNow = (table: keyof typeof LISTS, id: string): string => `
  coalesce((SELECT jsonb_agg(${LISTS[table].element} ORDER BY position) FROM ${table} WHERE listing_id = ${id}), '[]')`;
