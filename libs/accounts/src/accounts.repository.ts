import type { OwnedAccount } from '@app/auth';
import type { Identifier, Recipient } from '@app/http';
import { Injectable } from '@nestjs/common';
import { each, ofList, type ListQuery } from '@app/lists';
import { dependsOn } from '@app/cache';
import { batchedById, lockUntilCommit, nextIds, anyOfIds, sql, SqlExecutor, type Sql } from '@app/sql';
import { isPlaced, ofPlaces } from '@app/suburbs';
import { In } from 'typeorm';
import { matchesAccount, type AccountsQuery } from './filters/account.filters.js';
import { ownAccount, type OwnAccountRow } from './documents/account.export.js';
import { ACCOUNT_SORTS } from './filters/account.sorts.js';
import { AccountEntity } from './entities/account.entity.js';

/** Accounts that this transaction has locked. */
interface Held {
  readonly account: AccountEntity | undefined;
  readonly main: AccountEntity | undefined;
}

/** A single read, with the data of the account on which rights depend. */
interface Detail extends OwnedAccount {
  readonly version: number;
  readonly text: string;
}

const ACCOUNTS = sql`accounts account`;

/** Reads and writes accounts. */
@Injectable()
export class AccountsRepository {
  private readonly byId = batchedById((ids) => this.detailsById(ids));

  constructor(private readonly executor: SqlExecutor) {}

  list(query: AccountsQuery): ListQuery<{ readonly item: string }> {
    const order = ACCOUNT_SORTS[query.sort];
    return {
      name: 'accounts',
      query,
      search: { from: ACCOUNTS, where: matchesAccount(query) },
      key: sql`account.id`,
      order,
      row: { from: ACCOUNTS, columns: sql`account.item` },
      present: each(({ item }) => item),
      dependsOn: (page) =>
        dependsOn({ account: ofList('account', { query, order }, page, isPlaced(query)), suburb: ofPlaces(query) }),
    };
  }

  async detail(id: Identifier): Promise<Detail | undefined> {
    if (typeof id === 'number') return this.byId(id);
    const [found] = await this.details(sql`uid = ${id}`);
    return found;
  }

  /** The account with an identifier, if the recipient sees it. */
  async findShown(id: Identifier, { audience }: Recipient): Promise<Pick<OwnedAccount, 'websiteID'> | undefined> {
    const key = typeof id === 'number' ? sql`id = ${id}` : sql`uid = ${id}`;
    const [found] = await this.executor.query<{ websiteID: number }>(
      sql`SELECT id AS "websiteID" FROM accounts WHERE ${key} AND (status OR ${audience === 'clients'}::boolean)`,
      'lookup',
    );
    return found;
  }

  /** The account as the account itself, its main account and the operator see it (B51). */
  async own(id: number): Promise<{ version: number; text: string } | undefined> {
    const { statement, line } = ownAccount(id);
    const [row] = await this.executor.query<OwnAccountRow>(statement);
    return row && { version: row.version, text: line(row) };
  }

  private async detailsById(ids: readonly number[]): Promise<Map<number, Detail>> {
    const found = await this.details(sql`id = ${anyOfIds(ids)}`);
    return new Map(found.map((detail) => [detail.websiteID, detail]));
  }

  private details(condition: Sql): Promise<Detail[]> {
    return this.executor.query<Detail>(
      sql`SELECT account.id AS "websiteID", account.main_website_id AS "mainWebsiteID", account.version,
        account.detail AS text FROM accounts account WHERE ${condition}`,
      'lookup',
    );
  }

  /** The data of an account on which rights depend. */
  async owned(id: Identifier): Promise<OwnedAccount | undefined> {
    const key = typeof id === 'number' ? sql`id = ${id}` : sql`uid = ${id}`;
    const [found] = await this.executor.query<OwnedAccount>(
      sql`SELECT id AS "websiteID", main_website_id AS "mainWebsiteID" FROM accounts WHERE ${key}`,
      'lookup',
    );
    return found;
  }

  /**
   * Locks the account and its future main account until the transaction ends, so that concurrent updates run
   * sequentially. Rows are locked in the order of ids, so that two accounts that refer to each other do not deadlock.
   */
  async hold(executor: SqlExecutor, id: Identifier, mainId?: number | null): Promise<Held> {
    const own = typeof id === 'number' ? { id } : { uid: id };
    const either = mainId ? [own, { id: mainId }] : own;
    const held = await executor.manager.find(AccountEntity, {
      where: either,
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    return {
      account: held.find((one) => (typeof id === 'number' ? one.id === id : one.uid === id.toLowerCase())),
      main: held.find((one) => one.id === mainId),
    };
  }

  /** Locks a main account until the transaction ends. */
  async holdMain(executor: SqlExecutor, id: number | null): Promise<AccountEntity | undefined> {
    return id === null ? undefined : (await this.hold(executor, id)).account;
  }

  /** Locks accounts until the transaction ends, in the order of ids. */
  lockAll(executor: SqlExecutor, ids: readonly number[]): Promise<AccountEntity[]> {
    return executor.manager.find(AccountEntity, {
      where: { id: In(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /**
   * The accounts that have these feed agentIDs. The lock prevents other transactions from assigning agentIDs until this
   * one ends.
   */
  async ownersOfFeedAgentIDs(executor: SqlExecutor, agentIDs: readonly string[]): Promise<Map<string, number>> {
    if (agentIDs.length === 0) return new Map();
    await lockUntilCommit(executor, 'feedAgentIDs');
    const rows = await executor.query<{ agentID: string; id: number }>(sql`
      SELECT agent_id AS "agentID", id FROM accounts, unnest(feed_agent_ids) AS agent_id
      WHERE agent_id = ANY(${agentIDs}::text[])`);
    return new Map(rows.map(({ agentID, id }) => [agentID, id]));
  }

  async newId(executor: SqlExecutor): Promise<number> {
    const [id = 0] = await nextIds(executor, 'accounts', 1);
    return id;
  }

  /** Deletes the account; its credentials, agents and listings are deleted by foreign key (D18). */
  async remove(executor: SqlExecutor, { id }: AccountEntity): Promise<void> {
    await executor.manager.delete(AccountEntity, { id });
  }

  async subAccounts(executor: SqlExecutor, id: number): Promise<number[]> {
    const rows = await executor.query<{ id: number }>(
      sql`SELECT id FROM accounts WHERE main_website_id = ${id} ORDER BY id LIMIT 20`,
    );
    return rows.map((row) => row.id);
  }

  async subAccountsOf(executor: SqlExecutor, ids: readonly number[]): Promise<{ id: number; main: number }[]> {
    if (ids.length === 0) return [];
    return executor.query<{ id: number; main: number }>(
      sql`SELECT id, main_website_id AS main FROM accounts WHERE main_website_id = ANY(${ids}::int[]) ORDER BY id`,
    );
  }
}
