import {
  areInPlaces,
  countsOfEach,
  isSeenByPublic,
  isSeenRow,
  ofCounts,
  officeColumns,
  officesInOrder,
  presentOffices,
  withListingCounts,
  type OfficeRow,
} from '@app/accounts';
import type { OwnedAccount } from '@app/auth';
import { recipientName, versionFor, type Identifier, type LinkIdentifier, type Recipient } from '@app/http';
import { Injectable } from '@nestjs/common';
import { ensureAllowed, fold, ofList, ofConditions, onColumns, shownTogether, type ListQuery } from '@app/lists';
import { always, dependsOn, either, ofAccounts, ofIds } from '@app/cache';
import { batchedByIdFor, nextIds, anyOfIds, sql, SqlExecutor, type Sql } from '@app/sql';
import { ofPlaces } from '@app/suburbs';
import { In } from 'typeorm';
import { ofListingsWith } from './filters/agent.dependencies.js';
import { statisticsOf } from './documents/agent-statistics.reads.js';
import { agentsWithAccounts, matchesAgent, type AgentsQuery } from './filters/agent.filters.js';
import { AGENT_SORTS } from './filters/agent.sorts.js';
import type { AgentRow } from './documents/agent.presenter.js';
import { dependenciesFor, VISIBILITY } from './documents/agent-visibility.reads.js';
import { AgentEntity } from './entities/agent.entity.js';

const columnsFor = (recipient: Recipient): Sql => sql`agent.version, account.id AS "websiteID", agent.item,
  agent.biography, account.agent_summary AS website, ${statisticsOf(recipient)}, ${VISIBILITY[recipient.audience].columns}`;

/** A single read. */
interface Read {
  readonly id: number;
  readonly version: number;
  readonly text: string;
}

/** The condition on agents that the recipient sees. */
const seen = (condition: Sql, recipient: Recipient): Sql =>
  recipient.audience === 'public' ? sql`${isSeenByPublic(recipient)} AND (${condition})` : condition;

function isIdentified(id: LinkIdentifier): Sql {
  if (typeof id === 'number') return sql`agent.id = ${id}`;
  return typeof id === 'string' ? sql`agent.uid = ${id}` : sql`agent.slug = ${fold(id.name)}`;
}

/** Whether conditions on the account are met depends on the agent's account; the row of the agent does not show it. */
export const inAccount = onColumns(['website_id'], () => undefined);

/** Reads and writes agents. */
@Injectable()
export class AgentsRepository {
  private readonly byId = batchedByIdFor(recipientName, (ids, recipient: Recipient) => this.readByIds(ids, recipient));

  constructor(private readonly executor: SqlExecutor) {}

  /** @throws FORBIDDEN for parameters that the audience may not use */
  list(query: AgentsQuery, recipient: Recipient): ListQuery<AgentRow & OfficeRow> {
    const { audience } = recipient;
    const visible = VISIBILITY[audience];
    if (audience === 'public') ensureAllowed(query);
    const { order, searched, shown } = officesInOrder(query, 'agent', recipient, {
      tables: agentsWithAccounts,
      sorts: AGENT_SORTS,
    });
    return {
      name: `agents for ${audience}`,
      query,
      search: { from: searched, where: matchesAgent(query, recipient) },
      key: sql`agent.id`,
      order,
      row: {
        from: shown,
        columns: sql`agent.id, ${columnsFor(recipient)}, ${officeColumns(query, 'agent', recipient)}`,
      },
      present: (rows) => ({
        ...presentOffices(rows.map(visible.presentItem), rows),
        others: shownTogether(rows, ({ websiteID }) => ({ account: [websiteID] })),
      }),
      dependsOn: (page) =>
        dependenciesFor(
          recipient,
          dependsOn({
            agent: ofList('agent', { query, order }, page, inAccount),
            account: either(
              ofIds(page.others.account),
              ofConditions(query, 'account', ...areInPlaces(query), isSeenRow(recipient)),
            ),
            credential: either(ofAccounts(page.others.account), ofConditions(query, 'credential')),
            listing: either(ofListingsWith(page.keys), ofCounts(query, 'agents', page.keys)),
            suburb: query.listsIn ? always : ofPlaces(query, query.surroundingsuburb),
          }),
        ),
    };
  }

  /** An agent by an identifier or a slug. */
  async read(id: LinkIdentifier, recipient: Recipient): Promise<Read | undefined> {
    const found = typeof id === 'number' ? id : (await this.findShown(id, recipient))?.agentID;
    return found === undefined ? undefined : this.byId(found, recipient);
  }

  /** The agent that a recipient sees; of several with a slug, one of the recipient's account, else the first. */
  async findShown(
    id: LinkIdentifier,
    recipient: Recipient,
  ): Promise<{ readonly agentID: number; readonly websiteID: number } | undefined> {
    const { siteID } = recipient;
    const own =
      siteID === undefined
        ? sql``
        : sql`account.id = ${siteID} DESC, account.main_website_id = ${siteID} DESC NULLS LAST, `;
    const [found] = await this.executor.query<{ agentID: number; websiteID: number }>(
      sql`SELECT agent.id AS "agentID", agent.website_id AS "websiteID" FROM ${agentsWithAccounts}
        WHERE ${seen(isIdentified(id), recipient)} ORDER BY ${own}agent.id LIMIT 1`,
      'lookup',
    );
    return found;
  }

  /** An agent that was written in the same transaction. */
  async readWithin(executor: SqlExecutor, id: number, recipient: Recipient): Promise<Read | undefined> {
    const found = await this.readAll(executor, sql`agent.id = ${id}`, recipient);
    return found.get(id);
  }

  private readByIds(ids: readonly number[], recipient: Recipient): Promise<Map<number, Read>> {
    return this.readAll(this.executor, sql`agent.id = ${anyOfIds(ids)}`, recipient);
  }

  private async readAll(executor: SqlExecutor, condition: Sql, recipient: Recipient): Promise<Map<number, Read>> {
    const visible = VISIBILITY[recipient.audience];
    const rows = await executor.query<AgentRow & { readonly id: number; readonly counts: string }>(
      sql`SELECT agent.id, ${columnsFor(recipient)}, ${countsOfEach('agent', { recipient })} AS counts
        FROM ${agentsWithAccounts} WHERE ${seen(condition, recipient)}`,
      'lookup',
    );
    const read = (row: (typeof rows)[number]): Read => ({
      id: row.id,
      version: versionFor(recipient.audience, row.version),
      text: withListingCounts(visible.present(row), row.counts),
    });
    return new Map(rows.map((row) => [row.id, read(row)]));
  }

  /** Locks the agent until the transaction ends, so that concurrent updates run sequentially. */
  hold(executor: SqlExecutor, id: Identifier): Promise<AgentEntity | null> {
    const key = typeof id === 'number' ? { id } : { uid: id };
    return executor.manager.findOne(AgentEntity, { where: key, lock: { mode: 'for_no_key_update' } });
  }

  /** The data of an agent's account on which rights depend. */
  async employerOf(id: Identifier): Promise<OwnedAccount | undefined> {
    const [found] = await this.executor.query<OwnedAccount>(
      sql`SELECT account.id AS "websiteID", account.main_website_id AS "mainWebsiteID" FROM ${agentsWithAccounts} WHERE ${isIdentified(id)}`,
      'lookup',
    );
    return found;
  }

  /** The data of an account on which rights depend. */
  async employer(executor: SqlExecutor, websiteID: number): Promise<OwnedAccount | undefined> {
    const [found] = await executor.query<OwnedAccount>(
      sql`SELECT id AS "websiteID", main_website_id AS "mainWebsiteID" FROM accounts WHERE id = ${websiteID}`,
    );
    return found;
  }

  /** Locks agents until the transaction ends, in the order of ids. */
  lockAll(executor: SqlExecutor, ids: readonly number[]): Promise<AgentEntity[]> {
    return executor.manager.find(AgentEntity, {
      where: { id: In(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
  }

  async newId(executor: SqlExecutor): Promise<number> {
    const [id = 0] = await nextIds(executor, 'agents', 1);
    return id;
  }

  async remove(executor: SqlExecutor, { id }: AgentEntity): Promise<void> {
    await executor.manager.delete(AgentEntity, { id });
  }
}
