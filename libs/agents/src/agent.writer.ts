import { mergeFields, parseInstant } from '@app/schema';
import { nextIds, ownersOf, upsert, type Outcome, type Rejection, sql, type SqlExecutor } from '@app/sql';
import { In } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AgentFields } from './agent.fields.js';
import type { AgentLine } from './agent.line.js';
import { agentRow, createdAgent, emailChange, newAgentRecord } from './agent.record.js';
import { newSlugs } from './agent.slugs.js';
import { AgentEntity } from './entities/agent.entity.js';

/** A line with the data that it lacks. */
interface Identified {
  readonly line: AgentLine;
  readonly id: number;
  readonly before: AgentEntity | undefined;
  readonly slug: string;
}

/** The stored data that the lines refer to. */
interface Existing {
  readonly accounts: ReadonlySet<number>;
  /** The owners of object identifiers and of slugs. */
  readonly uids: Map<string, number>;
  readonly slugs: Map<string, number>;
}

/** Writes the lines of one file, inside one transaction. */
export class AgentWriter {
  constructor(private readonly executor: SqlExecutor) {}

  /** Returns the outcome of each line; no two lines may be of the same agent. */
  async write(lines: readonly AgentLine[]): Promise<Outcome[]> {
    const identified = await this.identify(lines);
    const known = await this.look(identified);
    const now = new Date();
    const rows: AgentEntity[] = [];
    const outcomes = identified.map((agent): Outcome => {
      const { line, before } = agent;
      const row = rowOf(agent, now);
      const refused = takenBy(known, row);
      if (refused) return refused;
      if (before && fingerprint(before) === fingerprint(row)) return 'unchanged';
      rows.push(before && !line.updatedAt ? rowOf(agent, now, now) : row);
      return before ? 'updated' : 'created';
    });
    await upsert(this.executor, AgentEntity, rows);
    return outcomes;
  }

  private async identify(lines: readonly AgentLine[]): Promise<Identified[]> {
    const { executor } = this;
    const ids = lines.flatMap(({ id }) => id ?? []);
    const fresh = await nextIds(executor, 'agents', lines.length - ids.length, ids);
    // Locks the rows until the transaction ends, so that concurrent updates wait.
    const lock = { mode: 'for_no_key_update' } as const;
    const stored = await executor.manager.find(AgentEntity, { where: { id: In(ids) }, order: { id: 'ASC' }, lock });
    const agents = new Map(stored.map((agent) => [agent.id, agent]));
    const slugOf = ({ slug, id = 0 }: AgentLine) => slug ?? agents.get(id)?.slug;
    const nameless = lines.filter((line) => slugOf(line) === undefined);
    const spoken = lines.flatMap((line) => slugOf(line) ?? []);
    const slugs = await newSlugs(
      executor,
      nameless.map(({ name }) => name),
      spoken,
    );
    return lines.map((line) => {
      const id = line.id ?? fresh.shift() ?? 0;
      return { line, id, before: agents.get(id), slug: slugOf(line) ?? slugs.shift() ?? '' };
    });
  }

  private async look(identified: readonly Identified[]): Promise<Existing> {
    const { executor } = this;
    const websiteIDs = identified.map(({ line }) => line.websiteID);
    const accounts = await executor.queryRows<{ id: number }>(
      sql`SELECT id FROM accounts WHERE id = ANY(${websiteIDs}::int[]) ORDER BY id FOR KEY SHARE`,
    );
    const slugs = await executor.queryRows<{ id: number; slug: string }>(
      sql`SELECT id, slug FROM agents WHERE slug = ANY(${identified.map(({ slug }) => slug)}::text[])`,
    );
    return {
      accounts: new Set(accounts.map(({ id }) => id)),
      uids: await ownersOf(
        executor,
        'agents',
        identified.flatMap(({ line }) => line._id ?? []),
      ),
      slugs: new Map(slugs.map(({ id, slug }) => [slug, id])),
    };
  }
}

/** The row for a line; without a date of its own the change is dated `changed`. */
function rowOf({ line, id, before, slug }: Identified, now: Date, changed = before?.updatedAt ?? now): AgentEntity {
  const empty = newAgentRecord();
  const current = (before?.record as AgentFields | undefined) ?? empty; // written by this writer
  const stated = { ...line, slug, email: emailOf(line, current) };
  const record = mergeFields(AgentFields, empty as never, stated) as unknown as AgentFields;
  return agentRow(
    {
      id,
      uid: line._id?.toLowerCase() ?? before?.uid ?? uuidv7(),
      version: before ? before.version + 1 : 1,
      createdAt: given(line.createdAt) ?? before?.createdAt ?? now,
      updatedAt: given(line.updatedAt) ?? changed,
    },
    record,
  );
}

/** A single text is the address that reads return; the other address is kept. */
function emailOf({ email }: AgentLine, current: AgentFields) {
  return typeof email === 'string' ? { ...current.email, ...emailChange(email, current) } : email;
}

function given(text: string | undefined): Date | undefined {
  const instant = text && parseInstant(text);
  return instant ? new Date(instant) : undefined;
}

/** Reserves the object identifier and the slug for an agent. */
function takenBy(
  { accounts, uids, slugs }: Existing,
  { id, uid, slug, websiteId }: AgentEntity,
): Rejection | undefined {
  if (!accounts.has(websiteId)) return { field: 'websiteID', reason: 'must be an account that exists' };
  if ((uids.get(uid) ?? id) !== id) return { field: '_id', reason: 'belongs to another agent' };
  if ((slugs.get(slug) ?? id) !== id) return { field: 'slug', reason: 'belongs to another agent' };
  uids.set(uid, id);
  slugs.set(slug, id);
  return undefined;
}

const fingerprint = (agent: AgentEntity): string => JSON.stringify(createdAgent(agent));
