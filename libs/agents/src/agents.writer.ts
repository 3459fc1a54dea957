import { problems } from '@app/http';
import { nextIds, ownersOf, sql, upsert, type WriteOutcome, type Rejection, type SqlExecutor } from '@app/sql';
import { changedPaths } from '@app/writes';
import { Injectable } from '@nestjs/common';
import {
  draftOfChange,
  draftOfAgentLine,
  agentRowAfter,
  type AgentChanges,
  type AgentDraft,
} from './documents/agent.draft.js';
import type { AgentLine } from './documents/agent.line.js';
import { storedAgentRecord } from './documents/agent.record.js';
import type { AgentFields } from './dto/agent.fields.js';
import { lockSlugs, newSlugs, ownersOfSlugs, slugKey } from './agent-slugs.repository.js';
import { AgentsRepository } from './agents.repository.js';
import { AgentEntity } from './entities/agent.entity.js';

/** An agent after a write. */
interface WrittenAgent {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly agent: AgentEntity;
  /** The paths of the changed fields: empty for an unchanged agent, all fields for a new one. */
  readonly paths: readonly string[];
}

const noEmployer: Rejection = { field: 'websiteID', reason: 'must be an account that exists' };
const foreignUid: Rejection = { field: '_id', reason: 'belongs to another agent' };
const foreignPerson: Rejection = { field: 'uniqueListingAgentID', reason: 'belongs to another agent of the account' };
const foreignSlug: Rejection = { field: 'slug', reason: 'belongs to another agent of the account' };

/** A draft, the stored agent, and the future slug of the agent. */
interface Prepared {
  readonly draft: AgentDraft;
  readonly before: AgentEntity | undefined;
  readonly slug: string;
}

/** The stored data that drafts refer to. */
interface Stored {
  /** The existing accounts to which agents are assigned. */
  readonly employers: ReadonlySet<number>;
  /** The owners of object identifiers. */
  readonly uids: Map<string, number>;
  /** The owners of slugs, by `slugKey`. */
  readonly slugs: Map<string, number>;
  /** The owners of person ids, by `personKey`. */
  readonly persons: Map<string, number>;
}

/** The only code that writes agents, from bodies and lines, inside a transaction. */
@Injectable()
export class AgentsWriter {
  constructor(private readonly agents: AgentsRepository) {}

  /** Writes the agents of lines; each agent may occur in one line only. */
  async importLines(executor: SqlExecutor, lines: readonly AgentLine[]): Promise<WriteOutcome[]> {
    const ids = lines.flatMap(({ id }) => id ?? []);
    const fresh = await nextIds(executor, 'agents', lines.length - ids.length, ids);
    const locked = await this.agents.lockAll(executor, ids);
    const before = new Map(locked.map((agent) => [agent.id, agent]));
    const drafts = lines.map((line) => {
      const id = line.id ?? fresh.shift() ?? 0;
      return draftOfAgentLine(line, id, before.get(id));
    });
    const written = await this.write(executor, drafts, locked);
    return written.map((one) => ('outcome' in one ? one.outcome : one));
  }

  /** Changes stored agents. @param changesOf returns the changes of an agent, given its record under the lock */
  async change(
    executor: SqlExecutor,
    ids: readonly number[],
    changesOf: (id: number, record: AgentFields) => AgentChanges,
  ): Promise<void> {
    if (ids.length === 0) return;
    const locked = await this.agents.lockAll(executor, ids);
    const drafts = locked.map((agent) => draftOfChange(agent, changesOf(agent.id, storedAgentRecord(agent))));
    await this.write(executor, drafts, locked);
  }

  /** Writes an agent. @param before the stored agent, locked @throws INVALID_BODY, DUPLICATE_SLUG */
  async writeOne(executor: SqlExecutor, draft: AgentDraft, before?: AgentEntity): Promise<WrittenAgent> {
    const [written = noEmployer] = await this.write(executor, [draft], before ? [before] : []);
    if ('outcome' in written) return written;
    if (written === foreignSlug) throw problems.duplicateSlug();
    throw problems.invalidBody([{ field: written.field, message: written.reason }]);
  }

  /** Returns the result of each draft; each agent may occur in one draft only. @param locked the stored agents */
  async write(
    executor: SqlExecutor,
    drafts: readonly AgentDraft[],
    locked: readonly AgentEntity[],
  ): Promise<(WrittenAgent | Rejection)[]> {
    const prepared = await prepare(executor, drafts, locked);
    const stored = await look(executor, prepared);
    const now = new Date();
    const written = prepared.map((one) => apply(one, stored, now));
    await upsert(
      executor,
      AgentEntity,
      written.flatMap((one) => ('outcome' in one && one.outcome !== 'unchanged' ? one.agent : [])),
    );
    return written;
  }
}

/** Determines the slugs of drafts. New slugs are locked until the transaction ends. */
async function prepare(
  executor: SqlExecutor,
  drafts: readonly AgentDraft[],
  locked: readonly AgentEntity[],
): Promise<Prepared[]> {
  const agents = new Map(locked.map((agent) => [agent.id, agent]));
  const slugOf = ({ id, record }: AgentDraft) => record.slug || agents.get(id)?.slug;
  const ofSite = ({ record }: AgentDraft) => record.websiteID;
  const other = drafts.filter((draft) => {
    const before = agents.get(draft.id);
    return slugOf(draft) !== before?.slug || ofSite(draft) !== before?.websiteId;
  });
  if (other.length > 0) await lockSlugs(executor, other.map(ofSite));
  const nameless = drafts.filter((draft) => slugOf(draft) === undefined);
  const reserved = drafts.flatMap((draft) => slugKey(ofSite(draft), slugOf(draft) ?? ''));
  const created = await newSlugs(
    executor,
    nameless.map(({ id, record: { websiteID, name } }) => ({ id, websiteID, name })),
    reserved,
  );
  return drafts.map((draft) => ({ draft, before: agents.get(draft.id), slug: slugOf(draft) ?? created.shift() ?? '' }));
}

async function look(executor: SqlExecutor, prepared: readonly Prepared[]): Promise<Stored> {
  const joining = prepared.filter(({ draft, before }) => draft.record.websiteID !== before?.websiteId);
  const slugs = prepared.map(({ draft, slug }) => [draft.record.websiteID, slug] as const);
  return {
    employers: await lockEmployers(
      executor,
      joining.map(({ draft }) => draft.record.websiteID),
    ),
    uids: await ownersOf(
      executor,
      'agents',
      prepared.flatMap(({ draft }) => draft.uid ?? []),
    ),
    slugs: await ownersOfSlugs(executor, slugs),
    persons: await ownersOfPersons(
      executor,
      prepared.map(({ draft }) => draft),
    ),
  };
}

/** The accounts that exist; the lock prevents their deletion until the transaction ends. */
async function lockEmployers(executor: SqlExecutor, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await executor.query<{ id: number }>(
    sql`SELECT id FROM accounts WHERE id = ANY(${ids}::int[]) ORDER BY id FOR KEY SHARE`,
  );
  return new Set(rows.map(({ id }) => id));
}

const personKey = (websiteID: number, id: string): string => `${websiteID} ${id}`;

async function ownersOfPersons(executor: SqlExecutor, drafts: readonly AgentDraft[]): Promise<Map<string, number>> {
  const given = drafts.filter(({ uniqueListingAgentID }) => uniqueListingAgentID);
  if (given.length === 0) return new Map();
  const rows = await executor.query<{ id: number; websiteID: number; person: string }>(
    sql`SELECT id, website_id AS "websiteID", unique_listing_agent_id AS person FROM agents
      WHERE website_id = ANY(${given.map(({ record }) => record.websiteID)}::int[])
        AND unique_listing_agent_id = ANY(${given.map(({ uniqueListingAgentID = '' }) => uniqueListingAgentID)}::text[])`,
  );
  return new Map(rows.map(({ id, websiteID, person }) => [personKey(websiteID, person), id]));
}

/** Accepts or rejects a draft. Later drafts are checked against accepted ones. */
function apply(
  { draft, before, slug }: Prepared,
  { employers, uids, slugs, persons }: Stored,
  now: Date,
): WrittenAgent | Rejection {
  const { id } = draft;
  const row = agentRowAfter(draft, before, slug, now);
  if (row.websiteId !== before?.websiteId && !employers.has(row.websiteId)) return noEmployer;
  if ((uids.get(row.uid) ?? id) !== id) return foreignUid;
  const ownSlug = slugKey(row.websiteId, slug);
  if ((slugs.get(ownSlug) ?? id) !== id) return foreignSlug;
  const person = row.uniqueListingAgentID && personKey(row.websiteId, row.uniqueListingAgentID);
  if (person && (persons.get(person) ?? id) !== id) return foreignPerson;
  if (person) persons.set(person, id);
  uids.set(row.uid, id);
  slugs.set(ownSlug, id);
  const paths = changedPaths(before ? whole(before) : {}, whole(row));
  if (before && paths.length === 0) return { outcome: 'unchanged', agent: before, paths };
  const agent = before && !draft.updatedAt ? agentRowAfter({ ...draft, updatedAt: now }, before, slug, now) : row;
  return { outcome: before ? 'updated' : 'created', agent, paths };
}

/** All fields that a body or line may change. */
const whole = (agent: AgentEntity): object => {
  const { uid, uniqueListingAgentID, createdAt, updatedAt } = agent;
  return { ...storedAgentRecord(agent), uniqueListingAgentID, uid, createdAt, updatedAt };
};
