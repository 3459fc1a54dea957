import { accountTexts, type AccountSource } from '@app/accounts';
import { agentTexts, type AgentSource } from './agent.documents.js';

/** The columns read for an agent; documents are JSON texts. */
export interface AgentRow {
  readonly version: number;
  readonly websiteID: number;
  readonly item: string;
  readonly biography: string;
  readonly stats: string;
  readonly website: string;
  readonly accessKey: string;
  /** The source to rebuild the texts from, if they have another representation version. */
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

/** The members that depend on other tables: statistics and account. */
function dynamic({ stats, website, accessKey }: AgentRow): string {
  return `,"listingsStats":${stats},"website":${open(website)},"accessKey":${JSON.stringify(accessKey)}}`;
}

/** The text of a JSON object without its closing brace. */
const open = (object: string): string => object.slice(0, -1);
