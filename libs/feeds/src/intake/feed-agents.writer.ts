import { lockSlugs, type AgentLine, type AgentsWriter } from '@app/agents';
import type { ListingLine, ListingsWriter } from '@app/listings';
import { fold } from '@app/lists';
import { nextIds, sql, type SqlExecutor } from '@app/sql';
import { type Item, type FeedAgent, type FeedListing, nameWords } from '@app/reaxml';
import { changesOf, completes, mayChange, personNames } from './feed-agent-changes.js';
import type { FeedPlaces } from './feed-places.js';
import type { NamedListings } from './feed-scope.js';
import { identityOf, matchAgents, agentNameOf, type AgentIdentity } from './feed-agent-match.js';
import {
  isOtherAgent,
  listedIn,
  mergeAgents,
  removedAgents,
  otherAgent,
  type Listed,
  type ListedOther,
} from './listed-agents.js';

/** The write paths that feeds use. */
export interface FeedWriters {
  readonly agents: AgentsWriter;
  readonly listings: ListingsWriter;
}

/** State that a feed run keeps from batch to batch. */
export interface FeedRunState {
  readonly websiteID: number;
  readonly writers: FeedWriters;
  readonly places: FeedPlaces;
  /** The listings that the feed names, if its entries take over others by address. */
  readonly named?: NamedListings;
}

interface FeedAgentMatch {
  readonly id: number;
  identity: AgentIdentity;
}

/** The agents of an entry. */
type NamingEntry = Pick<FeedListing, 'agents' | 'agentID'>;

/** The agents of a listing after an entry. */
export interface ListedAgents {
  readonly listed: readonly (Listed & { readonly order: number })[];
  /** The orders of the agents that the entry removes. */
  readonly removed: readonly string[];
  /** Agents that the entry names by an id only, and that are not known. */
  readonly unknown: readonly FeedAgent[];
  /** People of other offices that the entry names. */
  readonly others: readonly ListedOther[];
}

/** The agents of an account that the listings of a batch name. */
export class FeedAgents {
  private readonly fresh: AgentLine[] = [];
  /** The entries about known agents. */
  private readonly said = new Map<FeedAgentMatch, FeedAgent[]>();

  private constructor(
    private readonly executor: SqlExecutor,
    private readonly account: FeedRunState,
    private readonly offices: ReadonlyMap<string, number>,
    private readonly known: FeedAgentMatch[],
  ) {}

  /**
   * Finds the agents of the account, and of the accounts of other offices that the entries name. Agents that may change
   * are locked. If agents may be created, no other transaction can create agents of the account until this one ends.
   */
  static async find(
    executor: SqlExecutor,
    account: FeedRunState,
    listings: readonly NamingEntry[],
  ): Promise<FeedAgents> {
    const { websiteID } = account;
    const isNamed = listings.some(({ agents }) => agents && agents.put.length > 0);
    const offices = await findOffices(executor, websiteID, listings.flatMap(otherOffices));
    const accounts = isNamed ? [...new Set([websiteID, ...offices.values()])] : [];
    const find = async () => new FeedAgents(executor, account, offices, await findExistingAgents(executor, accounts));
    const agents = await find();
    const own = listings.flatMap((listing) => agents.match(listing)).filter(({ isOwn }) => isOwn);
    // Taken before the lock of listings: the import of a bundle takes the locks in the same order.
    await lockAgents(
      executor,
      own.flatMap(({ match, agent }) => (match && mayChange(agent, match.identity) ? match.id : [])),
    );
    if (own.every(({ match, agent }) => match && !completes(agent, match.identity))) return agents;
    await lockSlugs(executor, [websiteID]);
    return find();
  }

  /** The agents of a listing after an entry. Unknown agents and changes are collected, and made by `write`. */
  async of(listing: FeedListing, line: ListingLine | undefined): Promise<ListedAgents> {
    const { agents: changes = { cleared: [], removed: [], put: [] }, agentID } = listing;
    const before = listedIn(line);
    const matches = this.match(listing);
    const persons = this.personsOf(
      before,
      matches.map(({ agent }) => agent),
    );
    const put: Item<Listed>[] = [];
    const unknown: FeedAgent[] = [];
    /** A person who moves to another office stays the same agent of the listing. */
    const nowBy = new Map<Listed['id'], Listed>();
    for (const [at, { id, agent, isOwn, match }] of matches.entries()) {
      if (isOwn && match && mayChange(agent, match.identity)) this.note(match, agent);
      const linked = match ?? (isOwn ? await this.addNew(agent, agentID) : undefined);
      const former = before.find((one) => one.id === linked?.id) ?? persons[at];
      const profileVisibility = agent.profileVisibility ?? former?.profileVisibility ?? true;
      const value = linked
        ? { id: linked.id, profileVisibility }
        : isOwn
          ? undefined
          : otherAgent(agent, former, `new ${at}`);
      if (!value) unknown.push(agent);
      else put.push({ id, value });
      if (value && former) nowBy.set(former.id, { ...value, order: former.order });
    }
    const merged = mergeAgents(
      before.map((one) => nowBy.get(one.id) ?? one),
      { ...changes, put },
    );
    const others = put.flatMap(({ value }) => (isOtherAgent(value) ? value : []));
    return { listed: merged, removed: removedAgents(before, merged), unknown, others };
  }

  /** Creates the new agents so far, and changes known ones. */
  async write(): Promise<void> {
    const fresh = this.fresh.splice(0);
    if (fresh.length > 0) await this.account.writers.agents.importLines(this.executor, fresh);
    const byId = new Map([...this.said].map(([match, agents]) => [match.id, agents]));
    this.said.clear();
    await this.account.writers.agents.change(this.executor, [...byId.keys()], (id, record) =>
      changesOf(byId.get(id) ?? [], record),
    );
  }

  /** Notes what an entry says about a known agent. */
  private note(match: FeedAgentMatch, agent: FeedAgent): void {
    this.said.set(match, [...(this.said.get(match) ?? []), agent]);
    const { person, emails } = identityOf(agent, undefined);
    const { identity } = match;
    match.identity = { ...identity, person: person || identity.person, emails: [...identity.emails, ...emails] };
  }

  private match({ agents, agentID }: NamingEntry) {
    const put = agents?.put ?? [];
    const accountOf = (agent: FeedAgent) => this.accountOf(agent, agentID);
    const found = matchAgents(
      this.known,
      put.map(({ value }) => value),
      accountOf,
    );
    return put.map(({ id, value: agent }, at) => {
      const isOwn = accountOf(agent) === this.account.websiteID;
      return { id, agent, isOwn, match: found[at] };
    });
  }

  private accountOf(agent: FeedAgent, agentID: string): number | undefined {
    const office = officeOf(agent, agentID);
    return office === undefined ? this.account.websiteID : this.offices.get(office);
  }

  /** The agents of a listing that an entry names, regardless of their former offices. */
  private personsOf(before: readonly Listed[], agents: readonly FeedAgent[]): (Listed | undefined)[] {
    const others = before.filter(isOtherAgent).map((other) => ({ other, identity: identityOf(other, undefined) }));
    const asOthers = matchAgents(others, agents, () => undefined);
    const asOwn = matchAgents(this.known, agents, () => this.account.websiteID);
    return agents.map((_, at) => asOthers[at]?.other ?? before.find(({ id }) => id === asOwn[at]?.id));
  }

  /** Undefined for a person with an id only. */
  private async addNew(agent: FeedAgent, agentID: string): Promise<FeedAgentMatch | undefined> {
    const { uniqueListingAgentID: person = '', email, telephones, profileImage, socialMedia } = agent;
    const name = agentNameOf(agent);
    if (name === '') return undefined;
    const [id = 0] = await nextIds(this.executor, 'agents', 1);
    const line = {
      id,
      websiteID: this.account.websiteID,
      ...personNames(name),
      officeID: [agent.agentID ?? agentID].filter((office) => office.length <= 100),
      email: { agency: email, crm: '' },
      telephone: [...telephones],
      uniqueListingAgentID: person,
      ...(profileImage && { profileImage }),
      ...(socialMedia && { socialMedia }),
    } as unknown as AgentLine; // fields that a line omits are absent
    const match = { id, identity: identityOf(agent, this.account.websiteID) };
    this.fresh.push(line);
    this.known.push(match);
    return match;
  }
}

async function lockAgents(executor: SqlExecutor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await executor.execute(
    sql`SELECT FROM agents WHERE id = ANY(${[...new Set(ids)]}::int[]) ORDER BY id FOR NO KEY UPDATE`,
  );
}

/** The office of an agent, case-folded; undefined: the listing's. */
function officeOf(agent: FeedAgent, agentID: string): string | undefined {
  const office = fold(agent.agentID ?? '');
  return office === '' || office === fold(agentID) ? undefined : office;
}

const otherOffices = ({ agents, agentID }: NamingEntry): string[] =>
  (agents?.put ?? []).flatMap(({ value }) => officeOf(value, agentID) ?? []);

/**
 * The account of each office: the main account or sub-account with the office in `feedAgentIDs`; else the account of
 * the feed, if it has listings of the office.
 */
async function findOffices(
  executor: SqlExecutor,
  websiteID: number,
  offices: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (offices.length === 0) return new Map();
  const rows = await executor.query<{ office: string; websiteID: number }>(sql`
    SELECT office, ${websiteID}::int AS "websiteID" FROM unnest(${[...new Set(offices)]}::text[]) AS office
    WHERE EXISTS (SELECT FROM listings WHERE website_id = ${websiteID} AND lower(agent_id) = office)
    UNION ALL
    SELECT office, account.id FROM accounts own
    JOIN accounts account
      ON coalesce(account.main_website_id, account.id) = coalesce(own.main_website_id, own.id),
      unnest(account.feed_agent_ids) AS office
    WHERE own.id = ${websiteID} AND office = ANY(${offices}::text[])`);
  return new Map(rows.map(({ office, websiteID: holder }) => [office, holder]));
}

async function findExistingAgents(executor: SqlExecutor, accounts: readonly number[]): Promise<FeedAgentMatch[]> {
  if (accounts.length === 0) return [];
  const rows = await executor.query<{
    id: number;
    websiteID: number;
    name: string;
    agency: string;
    crm: string;
    person: string;
  }>(sql`SELECT id, website_id AS "websiteID", name, email_agency AS agency, email_crm AS crm,
      unique_listing_agent_id AS person FROM agents
      WHERE website_id = ANY(${accounts}::int[]) ORDER BY id`);
  return rows.map(({ id, websiteID, name, agency, crm, person }) => ({
    id,
    identity: { websiteID, person, words: nameWords(name), emails: [agency, crm].filter(Boolean) },
  }));
}
