import { ofEnabling } from '@app/accounts';
import { ownPair } from '@app/auth';
import type { Audience, Recipient } from '@app/http';
import { parseStored, publicForm, type Class } from '@app/schema';
import { either, never, ofIds, type CacheDependencies } from '@app/cache';
import { sql, type Sql } from '@app/sql';
import { agentTexts, publicSource, type AgentSource } from './agent.documents.js';
import { AgentItem, AgentResponse } from '../dto/agent.fields.js';
import { presentAgent, presentAgentItem, type AgentRow } from './agent.presenter.js';

/** The data of agents that an audience sees (ADR 19). */
interface AgentVisibility {
  /** The access key, and for the public the source from which its texts are built. */
  readonly columns: Sql;
  readonly presentItem: (row: AgentRow) => string;
  readonly present: (row: AgentRow) => string;
  readonly dependencies: (dependencies: CacheDependencies) => CacheDependencies;
}

type PublicRow = AgentRow & { readonly source: AgentSource };

/** Presents an agent in the form of a class. */
const publicText =
  (type: Class, present: (row: AgentRow) => string) =>
  (row: AgentRow): string => {
    const texts = agentTexts(publicSource((row as PublicRow).source)); // the columns for the public
    return JSON.stringify(publicForm(type, parseStored<object>(present({ ...row, ...texts }))));
  };

export const VISIBILITY: Readonly<Record<Audience, AgentVisibility>> = {
  clients: {
    columns: sql`(${ownPair(sql`own.access_key`, sql`account.id`)}) AS "accessKey"`,
    presentItem: presentAgentItem,
    present: presentAgent,
    dependencies: (dependencies) => dependencies,
  },
  public: {
    columns: sql`'' AS "accessKey", jsonb_build_object('id', agent.id, 'uid', agent.uid, 'record', agent.record,
      'createdAt', agent.created_at, 'updatedAt', agent.updated_at) AS source`,
    presentItem: publicText(AgentItem, presentAgentItem),
    present: publicText(AgentResponse, presentAgent),
    // The statistics omit the listings of disabled accounts.
    dependencies: (dependencies) => ({
      ...dependencies,
      account: either(dependencies.account, ofEnabling),
      credential: never,
    }),
  },
};

/**
 * Dependencies of a response for a recipient. The offices of the recipient's account determine which hidden amounts it
 * sees (B72).
 */
export function dependenciesFor({ audience, siteID }: Recipient, dependencies: CacheDependencies): CacheDependencies {
  const { account, ...rest } = VISIBILITY[audience].dependencies(dependencies);
  return { ...rest, account: siteID === undefined ? account : either(account, ofIds([siteID])) };
}
