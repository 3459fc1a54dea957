import { VersionedTexts, type VersionedText } from '@app/documents';
import { oneOf, sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';

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

/** SQL expression of `agents agent`: its name in `AgentNames`. PostgreSQL changes `xmin` with every write of the row. */
export const agentVersionKey = sql`agent.id || ' ' || agent.xmin`;

/** Agents in short form, as lists of listings show them, kept in the process by id and version (ADR 22). */
@Injectable()
export class AgentNames extends VersionedTexts<AgentName> {
  constructor() {
    super(32 * MB, ({ json, name }) => json.length + name.length, readNames);
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
