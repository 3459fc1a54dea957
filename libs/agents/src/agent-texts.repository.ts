import { VersionedTexts, type VersionedText } from '@app/documents';
import { oneOf, sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { agentSource, agentTexts, publicSource, type AgentSource } from './agent.documents.js';

/** An agent as JSON text. */
interface AgentText {
  readonly json: string;
}

/** An agent in short form as JSON text, and its name alone. */
interface AgentName extends AgentText {
  readonly name: string;
}

interface NameRow {
  readonly versionKey: string;
  readonly id: number;
  readonly uid: string;
  readonly name: string;
}

const MB = 1024 * 1024;
const sizeOf = ({ json }: AgentText): number => json.length;

/** SQL expression of `agents agent`: its name in `AgentNames` and `AgentCards`. PostgreSQL changes `xmin` with every write of the row. */
export const agentVersionKey = sql`agent.id || ' ' || agent.xmin`;

/** Agents in short form, as lists of listings show them, kept in the process by id and version (ADR 22). */
@Injectable()
export class AgentNames extends VersionedTexts<AgentName> {
  constructor() {
    super(32 * MB, ({ json, name }) => json.length + name.length, readNames);
  }
}

/** Agents with contact data, as single reads of listings show them, kept like `AgentNames`. */
@Injectable()
export class AgentCards extends VersionedTexts<AgentText> {
  constructor() {
    super(16 * MB, sizeOf, readCards);
  }
}

/** The same for the public, which sees no address of the CRM. */
@Injectable()
export class PublicAgentCards extends VersionedTexts<AgentText> {
  constructor() {
    super(8 * MB, sizeOf, readPublicCards);
  }
}

async function readNames(executor: SqlExecutor, ids: readonly number[]): Promise<VersionedText<AgentName>[]> {
  const rows = await executor.queryPrepared<NameRow>(
    sql`SELECT ${agentVersionKey} AS "versionKey", agent.id, agent.uid, agent.name FROM agents agent
      WHERE agent.id = ${oneOf(ids)}`,
  );
  return rows.map(({ versionKey, id, uid, name }) => ({
    versionKey,
    // Joined, it is one object for each garbage collection; JSON.stringify leaves the parts that it was made of.
    text: { json: ['{"_id":"', uid, '","id":', id, ',"name":', JSON.stringify(name), '}'].join(''), name },
  }));
}

async function readCards(executor: SqlExecutor, ids: readonly number[]): Promise<VersionedText<AgentText>[]> {
  const rows = await executor.queryPrepared<AgentText & { readonly versionKey: string }>(
    sql`SELECT ${agentVersionKey} AS "versionKey", agent.card AS json FROM agents agent WHERE agent.id = ${oneOf(ids)}`,
  );
  return rows.map(({ versionKey, ...text }) => ({ versionKey, text }));
}

async function readPublicCards(executor: SqlExecutor, ids: readonly number[]): Promise<VersionedText<AgentText>[]> {
  const rows = await executor.queryPrepared<AgentSource & { readonly versionKey: string }>(
    sql`SELECT ${agentVersionKey} AS "versionKey", ${agentSource} FROM agents agent WHERE agent.id = ${oneOf(ids)}`,
  );
  return rows.map(({ versionKey, ...source }) => ({
    versionKey,
    text: { json: agentTexts(publicSource(source)).card },
  }));
}
