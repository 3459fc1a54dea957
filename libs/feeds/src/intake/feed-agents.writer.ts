import { lockSlugs, type AgentLine } from '@app/agents';
import type { ListingLine } from '@app/listings';
import { nextIds, sql, type SqlExecutor } from '@app/sql';
import type { FeedAgent, FeedListing } from '../reaxml/mapping/listing-patch.js';
import { mergeAgents, removedAgents } from '../reaxml/merging/merge-agents.js';
import { nameWords } from '../reaxml/values/alike-names.js';
import { changesOf, mayChange, namesOf } from './feed-agent-changes.js';
import { AgentDirectory, identityOf, nameOf, type AgentIdentity } from './feed-agent-match.js';
import type { FeedWriters } from './feed-writers.js';

interface FeedAgentMatch {
  readonly id: number;
  identity: AgentIdentity;
}

type LineAgent = ListingLine['agents'][number];

/** The account that a feed is of, and the way to write its agents. */
interface FeedAccount {
  readonly websiteID: number;
  readonly writers: FeedWriters;
}

/** The agents of a listing after an entry. */
export interface ListedAgents {
  readonly agents: LineAgent[];
  /** The orders of the agents that the entry removes. */
  readonly removed: readonly string[];
  /** Agents that the entry names by an id only, and nobody has. */
  readonly unknown: readonly FeedAgent[];
}

/** The agents of an account that the listings of a batch name. */
export class FeedAgents {
  private readonly fresh: AgentLine[] = [];
  /** What entries say about known agents. */
  private readonly said = new Map<FeedAgentMatch, FeedAgent[]>();

  private constructor(
    private readonly executor: SqlExecutor,
    private readonly account: FeedAccount,
    private readonly directory: AgentDirectory<FeedAgentMatch>,
  ) {}

  /**
   * Finds the agents of the account. Those that may be changed are locked; if some may have to be created, no other
   * transaction can create agents of the account until this one ends.
   */
  static async find(
    executor: SqlExecutor,
    account: FeedAccount,
    listings: readonly FeedListing[],
  ): Promise<FeedAgents> {
    const isNamed = listings.some(({ agents }) => agents && agents.put.length > 0);
    const find = async () =>
      new FeedAgents(
        executor,
        account,
        new AgentDirectory(isNamed ? await findExistingAgents(executor, account.websiteID) : []),
      );
    const agents = await find();
    const matches = listings.flatMap((listing) => agents.match(listing));
    // Taken before the lock of listings: the import of a bundle takes the locks in the same order.
    await lockAgents(
      executor,
      matches.flatMap(({ match, agent }) => (match && mayChange(agent) ? match.id : [])),
    );
    if (matches.every(({ match }) => match)) return agents;
    await lockSlugs(executor, [account.websiteID]);
    return find();
  }

  /** The agents of a listing after an entry. Unknown agents and changes are collected, and made by `write`. */
  async of(listing: FeedListing, before: readonly LineAgent[]): Promise<ListedAgents> {
    const { agents: changes = { cleared: [], removed: [], put: [] }, agentID } = listing;
    const visible = new Map(before.map(({ id, profileVisibility }) => [id, profileVisibility]));
    const matched: { id: string; agent: FeedAgent; match: FeedAgentMatch | undefined }[] = [];
    for (const { id, agent, match } of this.match(listing)) {
      if (match && mayChange(agent)) this.note(match, agent);
      matched.push({ id, agent, match: match ?? (await this.addNew(agent, agentID)) });
    }
    const put = matched.flatMap(({ id, agent, match }) => {
      if (!match) return [];
      const profileVisibility = agent.profileVisibility ?? visible.get(match.id) ?? true;
      return { id, value: { id: match.id, profileVisibility } };
    });
    const merged = mergeAgents(before, { ...changes, put });
    return {
      agents: merged,
      removed: removedAgents(before, merged),
      unknown: matched.flatMap(({ agent, match }) => (match ? [] : agent)),
    };
  }

  /** Creates the new agents, and changes known ones. */
  async write(): Promise<void> {
    if (this.fresh.length > 0) await this.account.writers.agents.importLines(this.executor, this.fresh);
    const byId = new Map([...this.said].map(([match, agents]) => [match.id, agents]));
    await this.account.writers.agents.change(this.executor, [...byId.keys()], (id, record) =>
      changesOf(byId.get(id) ?? [], record),
    );
  }

  /** Notes what an entry says about a known agent. */
  private note(match: FeedAgentMatch, agent: FeedAgent): void {
    this.said.set(match, [...(this.said.get(match) ?? []), agent]);
    if (agent.uniqueListingAgentID) this.directory.setPerson(match, agent.uniqueListingAgentID);
  }

  private match({ agents }: FeedListing) {
    const put = agents?.put ?? [];
    const found = this.directory.match(put.map(({ value }) => value));
    return put.map(({ id, value: agent }, at) => ({ id, agent, match: found[at] }));
  }

  /** Undefined for a person of whom only the id is given. */
  private async addNew(agent: FeedAgent, agentID: string): Promise<FeedAgentMatch | undefined> {
    const { uniqueListingAgentID: person = '', email, telephones, profileImage, socialMedia } = agent;
    const name = nameOf(agent);
    if (name === '') return undefined;
    const [id = 0] = await nextIds(this.executor, 'agents', 1);
    const line = {
      id,
      websiteID: this.account.websiteID,
      ...namesOf(name),
      officeID: agentID.length <= 100 ? [agentID] : [],
      email: { agency: email, crm: '' },
      telephone: [...telephones],
      uniqueListingAgentID: person,
      ...(profileImage && { profileImage }),
      ...(socialMedia && { socialMedia }),
    } as unknown as AgentLine; // what a line doesn't say is left out
    const match = { id, identity: identityOf(agent) };
    this.fresh.push(line);
    this.directory.add(match);
    return match;
  }
}

async function lockAgents(executor: SqlExecutor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await executor.execute(
    sql`SELECT FROM agents WHERE id = ANY(${[...new Set(ids)]}::int[]) ORDER BY id FOR NO KEY UPDATE`,
  );
}

async function findExistingAgents(executor: SqlExecutor, websiteID: number): Promise<FeedAgentMatch[]> {
  const rows = await executor.queryRows<{
    id: number;
    name: string;
    agency: string;
    crm: string;
    person: string;
  }>(sql`SELECT id, name, email_agency AS agency, email_crm AS crm, unique_listing_agent_id AS person FROM agents
      WHERE website_id = ${websiteID} ORDER BY id`);
  return rows.map(({ id, name, agency, crm, person }) => ({
    id,
    identity: { person, words: nameWords(name), emails: [agency, crm].filter(Boolean) },
  }));
}
