import type { OwnedAccount } from '@app/auth';
import type { Identifier, LinkIdentifier, Recipient } from '@app/http';
import { Injectable } from '@nestjs/common';
import { ensureAllowed, fold, ofList, type ListQuery } from '@app/lists';
import { always, dependsOn, either, never, ofIds } from '@app/cache';
import { batchedById, lockUntilCommit, nextIds, anyOfIds, sql, SqlExecutor, type Sql } from '@app/sql';
import { ofPlaces } from '@app/suburbs';
import { In } from 'typeorm';
import { matchesAccount, type AccountsQuery } from './filters/account.filters.js';
import { ownAccount, type OwnAccountRow } from './documents/account.export.js';
import { presentOffices, type OfficeRow } from './documents/office.presenter.js';
import { publicItem } from './documents/public-profile.presenter.js';
import { ACCOUNT_SORTS } from './filters/account.sorts.js';
import {
  areInPlaces,
  isSeenByPublic,
  isSeenRow,
  officeColumns,
  officesInOrder,
  ofCounts,
} from './filters/offices.query.js';
import { countsOfEach } from './listings/listing-counts.reads.js';
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

  /** @throws FORBIDDEN for parameters that the audience may not use */
  list(query: AccountsQuery, recipient: Recipient): ListQuery<{ readonly item: string } & OfficeRow> {
    const { audience, siteID } = recipient;
    if (audience === 'public') ensureAllowed(query);
    const { order, searched, shown } = officesInOrder(query, 'account', recipient, {
      tables: ACCOUNTS,
      sorts: ACCOUNT_SORTS,
    });
    const present = audience === 'public' ? publicItem : ({ item }: { readonly item: string }) => item;
    return {
      name: `accounts for ${audience}`,
      query,
      search: { from: searched, where: matchesAccount(query, recipient) },
      key: sql`account.id`,
      order,
      row: { from: shown, columns: sql`account.id, account.item, ${officeColumns(query, 'account', recipient)}` },
      present: (rows) => presentOffices(rows.map(present), rows),
      dependsOn: (page) =>
        dependsOn({
          account: either(
            ofList('account', { query, order }, page, ...areInPlaces(query), isSeenRow(recipient)),
            siteID === undefined ? never : ofIds([siteID]),
            query.listsIn ? always : never,
          ),
          listing: ofCounts(query, 'shown_by', page.keys),
          suburb: query.listsIn ? always : ofPlaces(query, query.surroundingsuburb),
        }),
    };
  }

  /** An account by its numeric id. */
  detail(id: number): Promise<Detail | undefined> {
    return this.byId(id);
  }

  /** The account with an identifier, or with a slug or hostname, that a recipient sees. */
  async findShown(id: LinkIdentifier, recipient: Recipient): Promise<Pick<OwnedAccount, 'websiteID'> | undefined> {
    const isSeen = recipient.audience === 'public' ? isSeenByPublic(recipient) : sql`TRUE`;
    const isIt =
      typeof id === 'number'
        ? sql`account.id = ${id}`
        : typeof id === 'string'
          ? sql`account.uid = ${id}`
          : sql`(account.slug = ${fold(id.name)} OR account.hostname = ${fold(id.name)})`;
    const own = recipient.siteID === undefined ? sql`` : sql`account.id = ${recipient.siteID} DESC, `;
    const [found] = await this.executor.query<{ websiteID: number }>(
      sql`SELECT account.id AS "websiteID" FROM ${ACCOUNTS} WHERE ${isIt} AND ${isSeen} ORDER BY ${own}account.id LIMIT 1`,
      'lookup',
    );
    return found;
  }

  /** `ListingCounts` of an account, as JSON text. */
  async counts(id: number, recipient: Recipient): Promise<string> {
    const [row] = await this.executor.query<{ counts: string }>(
      sql`SELECT ${countsOfEach('account', { recipient })} AS counts FROM ${ACCOUNTS} WHERE account.id = ${id}`,
    );
    return row?.counts ?? '{}';
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
    const both = mainId ? [own, { id: mainId }] : own;
    const held = await executor.manager.find(AccountEntity, {
      where: both,
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
