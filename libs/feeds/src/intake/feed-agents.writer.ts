import { lockSlugs, type AgentLine, type AgentsWriter } from '@app/agents';
import type { ListingLine } from '@app/listings';
import { fold } from '@app/lists';
import { nextIds, sql, type SqlExecutor } from '@app/sql';
import type { FeedAgent, FeedListing } from '../reaxml/mapping/listing-patch.js';
import type { FeedWriters } from './feed-writers.js';

interface FeedAgentMatch {
  /** 0 until the new agent is written. */
  id: number;
  /** Case-folded. */
  readonly name: string;
  readonly emails: readonly string[];
  /** The line of a new agent; undefined for an existing one. */
  readonly line?: Omit<AgentLine, 'id'>;
}

type LineAgent = ListingLine['agents'][number];

/** The account that a feed is of, and the way to write its agents. */
interface FeedAccount {
  readonly websiteID: number;
  readonly writers: FeedWriters;
}

/** The agents of an account that the listings of a batch name. */
export class FeedAgents {
  private constructor(
    private readonly executor: SqlExecutor,
    private readonly websiteID: number,
    private readonly writer: AgentsWriter,
    private readonly existing: FeedAgentMatch[],
  ) {}

  /**
   * Finds the agents by name and e-mail. If some may have to be created, no other transaction can create agents until
   * this one ends.
   */
  static async find(
    executor: SqlExecutor,
    { websiteID, writers }: FeedAccount,
    listings: readonly FeedListing[],
  ): Promise<FeedAgents> {
    const named = listings.flatMap(({ agents }) => agents ?? []);
    const find = async () =>
      new FeedAgents(executor, websiteID, writers.agents, await findExistingAgents(executor, websiteID, named));
    const agents = await find();
    if (listings.every((listing) => agents.match(listing).every(Boolean))) return agents;
    // Taken before the lock of listings: the import of a bundle takes the two locks in the same order.
    await lockSlugs(executor);
    return find();
  }

  /**
   * The agents of a listing's line. Unknown agents are collected and created by `write`; call the result after it, for
   * the ids.
   */
  of(listing: FeedListing, before: readonly LineAgent[]): () => LineAgent[] {
    const { agents = [], agentID } = listing;
    const matched = this.match(listing).map((match, at) => match ?? this.addNew(agents[at], agentID));
    const visible = new Map(before.map(({ id, profileVisibility }) => [id, profileVisibility]));
    return () =>
      matched.flatMap((match, at) => {
        if (!match?.id) return [];
        const profileVisibility = agents[at]?.profileVisibility ?? visible.get(match.id) ?? true;
        return { id: match.id, profileVisibility };
      });
  }

  /** Creates the new agents. */
  async write(): Promise<void> {
    const fresh = this.existing.filter(({ id, line }) => id === 0 && line);
    if (fresh.length === 0) return;
    const ids = await nextIds(this.executor, 'agents', fresh.length);
    const lines = fresh.map(({ line }, at) => ({ ...line, id: ids[at] }) as AgentLine); // with its id a line is whole
    const outcomes = await this.writer.importLines(this.executor, lines);
    fresh.forEach((agent, at) => {
      if (typeof outcomes[at] === 'string') agent.id = ids[at] ?? 0;
    });
  }

  /**
   * Matches the agents of a listing with existing ones: first by name and e-mail together, then by e-mail, then by
   * name. One agent never stands for two of the same listing, because an office may have one e-mail address for
   * everybody.
   */
  private match({ agents = [] }: FeedListing): (FeedAgentMatch | undefined)[] {
    const found: (FeedAgentMatch | undefined)[] = agents.map(() => undefined);
    const taken = new Set<FeedAgentMatch>();
    for (const isSame of [hasBoth, hasEmail, hasName]) {
      agents.forEach((agent, at) => {
        found[at] ??= this.existing.find((match) => !taken.has(match) && isSame(match, agent));
        if (found[at]) taken.add(found[at]);
      });
    }
    return found;
  }

  private addNew(agent: FeedAgent | undefined, agentID: string): FeedAgentMatch | undefined {
    if (!agent) return undefined;
    const { email, telephones } = agent;
    const name = agent.name || email.replace(/@.*$/, '');
    const words = name.split(' ');
    const [firstname = name, lastname = name] = words.length > 1 ? [words.slice(0, -1).join(' '), words.at(-1)] : [];
    const line = {
      websiteID: this.websiteID,
      name,
      firstname,
      lastname,
      officeID: agentID.length <= 100 ? [agentID] : [],
      email: { agency: email, crm: '' },
      telephone: [...telephones],
    } as unknown as Omit<AgentLine, 'id'>; // what a line doesn't say is left out
    const match = { id: 0, name: fold(name), emails: email ? [fold(email)] : [], line };
    this.existing.push(match);
    return match;
  }
}

const hasEmail = ({ emails }: FeedAgentMatch, { email }: FeedAgent): boolean =>
  email !== '' && emails.includes(fold(email));
const hasName = (match: FeedAgentMatch, { name }: FeedAgent): boolean => name !== '' && match.name === fold(name);
const hasBoth = (match: FeedAgentMatch, agent: FeedAgent): boolean => hasEmail(match, agent) && hasName(match, agent);

async function findExistingAgents(
  executor: SqlExecutor,
  websiteID: number,
  named: readonly FeedAgent[],
): Promise<FeedAgentMatch[]> {
  if (named.length === 0) return [];
  const emails = [...new Set(named.flatMap(({ email }) => (email ? fold(email) : [])))];
  const names = [...new Set(named.flatMap(({ name }) => (name ? fold(name) : [])))];
  const rows = await executor.queryRows<{
    id: number;
    name: string;
    agency: string;
    crm: string;
  }>(sql`SELECT id, name, email_agency AS agency, email_crm AS crm FROM agents
      WHERE website_id = ${websiteID}
        AND (email_agency = ANY(${emails}::text[]) OR email_crm = ANY(${emails}::text[]) OR lower(name) = ANY(${names}::text[]))
      ORDER BY id`);
  return rows.map(({ id, name, agency, crm }) => ({ id, name: fold(name), emails: [agency, crm].filter(Boolean) }));
}
