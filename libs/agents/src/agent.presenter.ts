import { accountTexts, type AccountSource } from '@app/accounts';
import { agentTexts, type AgentSource } from './agent.documents.js';

/** What is read of an agent, its documents as JSON texts. */
export interface AgentRow {
  readonly version: number;
  readonly item: string;
  readonly biography: string;
  readonly stats: string;
  readonly website: string;
  readonly accessKey: string;
  /** What newer texts are made of, where the stored ones are of another build. */
  readonly staleAgent: AgentSource | null;
  readonly staleAccount: AccountSource | null;
}

/** The list representation. */
export function presentAgentItem(row: AgentRow): string {
  const agent = current(row);
  return `${open(agent.item)}${dynamic(agent)}}`;
}

/** The single representation. */
export function presentAgent(row: AgentRow): string {
  const agent = current(row);
  return `${open(agent.item)},"biography":${agent.biography}${dynamic(agent)}}`;
}

function current(row: AgentRow): AgentRow {
  const { staleAgent, staleAccount } = row;
  if (!staleAgent && !staleAccount) return row;
  const website = staleAccount ? accountTexts(staleAccount).agentSummary : row.website;
  return { ...row, ...(staleAgent ? agentTexts(staleAgent) : {}), website };
}

/** What depends on other tables: the statistics, and the account. */
function dynamic({ stats, website, accessKey }: AgentRow): string {
  return `,"listingsStats":${stats},"website":${open(website)},"accessKey":${JSON.stringify(accessKey)}}`;
}

/** A JSON object's text without its closing brace. */
const open = (object: string): string => object.slice(0, -1);
