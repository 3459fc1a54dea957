import { nextIds, select, selectPrepared, type Store } from '@app/database';
import type { Identifier } from '@app/http';
import { orderBy, sql, where, type List } from '@app/query';
import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { officeWithin, type AccountsQuery } from './account.filters.js';
import { Account } from './entities/account.entity.js';

/** Reads and writes of accounts. */
@Injectable()
export class AccountsRepository {
  constructor(@InjectEntityManager() private readonly store: EntityManager) {}

  list(query: AccountsQuery): List<{ item: string }> {
    return {
      name: 'accounts',
      query,
      from: sql`accounts account`,
      key: sql`account.id`,
      where: where(query, officeWithin(query)),
      order: orderBy(['account.id']),
      columns: sql`account.item`,
      present: ({ item }) => item,
    };
  }

  async detail(id: Identifier): Promise<{ version: number; text: string } | undefined> {
    const key = typeof id === 'number' ? sql`id = ${id}` : sql`uid = ${id}`;
    const [found] = await selectPrepared<{ version: number; text: string }>(
      this.store,
      sql`SELECT version, detail AS text FROM accounts WHERE ${key}`,
    );
    return found;
  }

  transaction<T>(work: (store: EntityManager) => Promise<T>): Promise<T> {
    return this.store.transaction(work);
  }

  /** The account, held until the transaction ends, so that concurrent updates follow each other. */
  hold(store: EntityManager, id: Identifier): Promise<Account | null> {
    const key = typeof id === 'number' ? { id } : { uid: id };
    return store.findOne(Account, { where: key, lock: { mode: 'for_no_key_update' } });
  }

  async newId(store: Store): Promise<number> {
    const [id = 0] = await nextIds(store, 'accounts', 1);
    return id;
  }

  async insert(store: EntityManager, account: Account): Promise<void> {
    await store.insert(Account, account as never); // TypeORM's partial type has no word for jsonb records
  }

  async update(store: EntityManager, account: Account): Promise<void> {
    await store.update(Account, { id: account.id }, account as never); // see insert
  }

  /** With its credentials, agents and listings, which follow by foreign key (D18). */
  async remove(store: EntityManager, { id }: Account): Promise<void> {
    await store.delete(Account, { id });
  }

  async subAccounts(store: Store, id: number): Promise<number[]> {
    const rows = await select<{ id: number }>(
      store,
      sql`SELECT id FROM accounts WHERE main_website_id = ${id} ORDER BY id LIMIT 20`,
    );
    return rows.map((row) => row.id);
  }

  /** The type of a main account, which keeps it, and stays, until the transaction ends. */
  async typeOfMain(store: Store, id: number): Promise<string | undefined> {
    const [found] = await select<{ type: string }>(store, sql`SELECT type FROM accounts WHERE id = ${id} FOR SHARE`);
    return found?.type;
  }
}
