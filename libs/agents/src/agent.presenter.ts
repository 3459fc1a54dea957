/** What is read of an agent, its documents as JSON texts. */
export interface AgentRow {
  readonly version: number;
  readonly item: string;
  readonly biography: string;
  readonly stats: string;
  readonly website: string;
  readonly accessKey: string;
}

/** The list representation. */
export function presentAgentItem(agent: AgentRow): string {
  return `${open(agent.item)}${dynamic(agent)}}`;
}

/** The single representation. */
export function presentAgent(agent: AgentRow): string {
  return `${open(agent.item)},"biography":${agent.biography}${dynamic(agent)}}`;
}

/** What depends on other tables: the statistics, and the account. */
function dynamic({ stats, website, accessKey }: AgentRow): string {
  return `,"listingsStats":${stats},"website":${open(website)},"accessKey":${JSON.stringify(accessKey)}}`;
}

/** A JSON object's text without its closing brace. */
const open = (object: string): string => object.slice(0, -1);
