import { ofEnabling, staleAccount } from '@app/accounts';
import type { Identifier } from '@app/http';
import { ofList, ofNamed, publicQuery, shownTogether, type ListQuery } from '@app/lists';
import { publicForm, type Class } from '@app/schema';
import { dependsOn, either, inBody, never, ofThings, type Dependence, type Dependent } from '@app/snapshot-cache';
import { batchedById, oneOf, sql, SqlExecutor, type Sql } from '@app/sql';
import { isPlaced, ofPlaces } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { agentDependence, ofCountedListings, ofListingsWith } from './agent.dependence.js';
import { publicSource, wholeAgent } from './agent.documents.js';
import { AgentItem, AgentResponse } from './agent.fields.js';
import { agentsInOrder, agentsWithAccounts, matchesAgent, type AgentsQuery } from './agent.filters.js';
import { AGENT_SORTS } from './agent.sorts.js';
import { presentAgent, presentAgentItem, type AgentRow } from './agent.presenter.js';
import { statisticsOf } from './agent-statistics.reads.js';
import { inAccount } from './agents.repository.js';

type PublicRow = AgentRow & { readonly staleAgent: NonNullable<AgentRow['staleAgent']> };

const columns = () => sql`agent.version, account.id AS "websiteID", agent.item, agent.biography,
  account.agent_summary AS website, ${statisticsOf('public')}, '' AS "accessKey", ${wholeAgent}, ${staleAccount()}`;

/** The agent is of an account that is enabled, and meets the condition. */
const isPublic = (condition: Sql): Sql => sql`account.status AND (${condition})`;

/** An agent in the form of a class. */
const publicText =
  (type: Class, present: (row: AgentRow) => string) =>
  (row: PublicRow): string =>
    JSON.stringify(
      publicForm(type, JSON.parse(present({ ...row, staleAgent: publicSource(row.staleAgent) })) as object), // the text of an agent
    );

/** Reads agents as the public sees them (ADR 36). */
@Injectable()
export class PublicAgentsRepository {
  private readonly byId = batchedById((ids) => this.readAll(sql`agent.id = ${oneOf(ids)}`));

  constructor(private readonly executor: SqlExecutor) {}

  /** @throws FORBIDDEN for parameters that are not for the public */
  list(given: AgentsQuery): ListQuery<PublicRow> {
    const query = publicQuery(given);
    const order = AGENT_SORTS[query.sort];
    const { searched, shown } = agentsInOrder(query, 'public');
    return {
      name: 'public agents',
      query,
      search: { from: searched, where: isPublic(matchesAgent(query)) },
      key: sql`agent.id`,
      order,
      row: { from: shown, columns: columns() },
      present: (rows) => ({
        items: rows.map(publicText(AgentItem, presentAgentItem)),
        others: shownTogether(rows, ({ websiteID }) => ({ account: [websiteID] })),
      }),
      dependsOn: (page) =>
        dependsOn({
          agent: ofList('agent', { query, order }, page, inAccount),
          account: either(ofThings(page.others.account), ofNamed(query, 'account', isPlaced(query)), ofEnabling),
          listing: either(ofListingsWith(page.keys), query.sort === 'listings' ? ofCountedListings : never),
          suburb: ofPlaces(query),
        }),
    };
  }

  async read(id: Identifier): Promise<({ text: string } & Dependent) | undefined> {
    const text =
      typeof id === 'number' ? await this.byId(id) : [...(await this.readAll(sql`agent.uid = ${id}`)).values()][0];
    return text === undefined ? undefined : { text, dependsOn: inBody(publicDependence) };
  }

  private async readAll(condition: Sql): Promise<Map<number, string>> {
    const rows = await this.executor.queryPrepared<PublicRow & { readonly id: number }>(
      sql`SELECT agent.id, ${columns()} FROM ${agentsWithAccounts} WHERE ${isPublic(condition)}`,
    );
    return new Map(rows.map((row) => [row.id, publicText(AgentResponse, presentAgent)(row)]));
  }
}

/** The statistics leave out the listings of accounts that are not enabled. */
function publicDependence(text: string): Dependence {
  const found = agentDependence(text);
  return { ...found, account: either(found.account, ofEnabling) };
}
