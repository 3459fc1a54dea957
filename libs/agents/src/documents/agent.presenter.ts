/** The columns read for an agent; documents are JSON texts. */
export interface AgentRow {
  readonly version: number;
  readonly websiteID: number;
  readonly item: string;
  readonly biography: string;
  readonly stats: string;
  readonly website: string;
  readonly accessKey: string;
}

/** The list representation. */
export const presentAgentItem = (agent: AgentRow): string => `${open(agent.item)}${dynamic(agent)}}`;

/** The single representation. */
export const presentAgent = (agent: AgentRow): string =>
  `${open(agent.item)},"biography":${agent.biography}${dynamic(agent)}}`;

/** The members that depend on other tables: statistics and account. */
function dynamic({ stats, website, accessKey }: AgentRow): string {
  return `,"listingsStats":${stats},"website":${open(website)},"accessKey":${JSON.stringify(accessKey)}}`;
}

/** The text of a JSON object without its closing brace. */
const open = (object: string): string => object.slice(0, -1);
