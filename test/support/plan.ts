import type { QueryConfig } from 'pg';
import type { QueryRunner } from 'typeorm';

/** The plan of a prepared statement: for its values (custom) or for any values (generic). */
export const PLAN_MODES = ['force_custom_plan', 'force_generic_plan'] as const;

/** A node of `EXPLAIN (FORMAT JSON)`, with the fields that are used. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

export interface ReadPlan {
  /** The indexes or tables that find the rows, without look-ups of rows by their ids. */
  readonly by: readonly string[];
  /** Pages of tables and indexes that were read. */
  readonly buffers: number;
  /** The most rows that a step returned. */
  readonly mostRows: number;
}

/** The tables that lists search, and their indexes. Documents and cards are looked up by the ids found there. */
const SEARCHED = {
  listings: { indexes: /^(current_)?listings?_/, tables: /^(current_listings|listings|listing_words)$/ },
  properties: { indexes: /^((current_)?listings?|properties)_/, tables: /^(current_listings|listings|properties)$/ },
  suburbs: { indexes: /^suburbs_/, tables: /^suburbs$/ },
} as const;

export type SearchedList = keyof typeof SEARCHED;

/**
 * Executes a statement as a prepared one.
 *
 * @param list the list whose rows are searched
 */
export async function readPlan(
  session: QueryRunner,
  mode: (typeof PLAN_MODES)[number],
  { text, values = [] }: QueryConfig,
  list: SearchedList = 'listings',
): Promise<ReadPlan> {
  await session.query(`SET plan_cache_mode = ${mode}`);
  await session.query(`PREPARE planned AS ${text}`);
  try {
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    const [row] = (await session.query(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE planned${given}`,
    )) as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }]; // the result of EXPLAIN
    const plan = row['QUERY PLAN'][0].Plan;
    const nodes = nodesOf(plan).filter(isExecuted);
    return {
      by: [...new Set(nodes.flatMap((node) => sourceOf(node, list)))].toSorted(),
      buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
      mostRows: Math.max(...nodes.map((node) => node['Actual Rows'])),
    };
  } finally {
    await session.query('DEALLOCATE planned');
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const isExecuted = (node: PlanNode): boolean => node['Actual Loops'] > 0;

function sourceOf(node: PlanNode, list: SearchedList): string[] {
  const { indexes, tables } = SEARCHED[list];
  const index = node['Index Name'];
  if (index) return indexes.test(index) && !index.endsWith('_pkey') ? [index] : [];
  const { 'Relation Name': table = '', 'Node Type': type } = node;
  return type === 'Seq Scan' && tables.test(table) ? [`all ${table}`] : [];
}

/** Converts a value to a text parameter; PostgreSQL derives its type from the statement. */
function literal(value: unknown): string {
  const text = Array.isArray(value)
    ? `{${value.map((item) => JSON.stringify(String(item))).join(',')}}`
    : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}
