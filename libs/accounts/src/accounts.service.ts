import {
  CredentialsRepository,
  ensureMayCreate,
  ensureMayWrite,
  isDuplicateAccessKey,
  newKey,
  type Caller,
  type KeyPair,
} from '@app/auth';
import { mergeShape, readOnlyFaults } from '@app/fields';
import { ensureMatches, problems, type Fault, type Identifier, type Versioned } from '@app/http';
import type { List } from '@app/query';
import { resolvePlaces, placeKey } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from 'typeorm';
import { Account as AccountRepresentation, AccountFields, type DeletedAccount } from './account.fields.js';
import type { AccountsQuery } from './account.filters.js';
import { accountRow, newRecord, settleAddress, typeBy, wholeAccount, type AccountRecord } from './account.record.js';
import { ensureOwnStanding } from './account.rules.js';
import { AccountsRepository } from './accounts.repository.js';
import type { CreateAccountDto } from './dto/create-account.dto.js';
import type { UpdateAccountDto } from './dto/update-account.dto.js';
import type { Account } from './entities/account.entity.js';

/** Agency websites: who may do what to them, and how a change becomes rows. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly credentials: CredentialsRepository,
  ) {}

  list(query: AccountsQuery): List {
    return this.accounts.list(query);
  }

  async read(id: Identifier): Promise<Versioned> {
    const found = await this.accounts.detail(id);
    if (!found) throw problems.notFound('account');
    return found;
  }

  create(caller: Caller, body: CreateAccountDto): Promise<Versioned & { id: number }> {
    return this.write(async (store) => {
      const { accessKey, secretKey, ...fields } = body;
      const merged = mergeShape(AccountFields, newRecord(), fields) as unknown as AccountRecord;
      const mainWebsiteID = merged.subsiteDetails.mainWebsiteID;
      const type = body.type || typeBy(mainWebsiteID);
      const record = settleAddress(undefined, { ...merged, type });
      ensureMayCreate(caller, { type, mainWebsiteID });
      await this.ensureMain(store, undefined, mainWebsiteID);
      const pair = { accessKey: accessKey || newKey(), secretKey: secretKey || newKey() };
      const id = await this.accounts.newId(store);
      const now = new Date();
      const identity = { id, uid: uuidv7(), version: 1, createdAt: now, updatedAt: now };
      const account = accountRow({ ...identity, suburbId: await this.suburbOf(store, record) }, record);
      await this.accounts.insert(store, account);
      await this.credentials.save(store, id, pair);
      const created = { message: 'Account created', account: wholeAccount(account, pair) };
      return { id, version: account.version, text: JSON.stringify(created) };
    });
  }

  update(caller: Caller, id: Identifier, body: UpdateAccountDto, ifMatch?: string): Promise<Versioned> {
    return this.write(async (store) => {
      const account = writable(caller, await this.accounts.hold(store, id));
      ensureMatches(ifMatch, account.version);
      const pair = await this.pairOf(store, account);
      const faults = readOnlyFaults(AccountRepresentation, wholeAccount(account, pair), body);
      if (faults.length > 0) throw problems.invalidBody(faults);
      const { accessKey, secretKey, ...fields } = body;
      const before = account.record as unknown as AccountRecord;
      const merged = mergeShape(AccountFields, account.record, fields) as unknown as AccountRecord;
      const type = body.type === null ? typeBy(merged.subsiteDetails.mainWebsiteID) : merged.type;
      const record = settleAddress(before, { ...merged, type });
      ensureOwnStanding(caller, account, record);
      await this.ensureMain(store, account.id, record.subsiteDetails.mainWebsiteID, before);
      const keys = { accessKey: rotated(pair.accessKey, accessKey), secretKey: rotated(pair.secretKey, secretKey) };
      if (keys.accessKey !== pair.accessKey || keys.secretKey !== pair.secretKey) {
        await this.credentials.save(store, account.id, keys);
      }
      const { uid, version, createdAt } = account;
      const identity = { id: account.id, uid, version: version + 1, createdAt, updatedAt: new Date() };
      const changed = accountRow({ ...identity, suburbId: await this.suburbOf(store, record) }, record);
      await this.accounts.update(store, changed);
      return { version: changed.version, text: JSON.stringify(wholeAccount(changed, keys)) };
    });
  }

  remove(caller: Caller, id: Identifier): Promise<DeletedAccount> {
    return this.write(async (store) => {
      const account = writable(caller, await this.accounts.hold(store, id));
      const subAccounts = await this.accounts.subAccounts(store, account.id);
      if (subAccounts.length > 0) throw problems.subAccountsExist(subAccounts);
      const { secretKey: _, ...deletedAccount } = wholeAccount(account, await this.pairOf(store, account));
      await this.accounts.remove(store, account);
      return { message: 'Account deleted', deletedAccount };
    });
  }

  private async write<T>(work: (store: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.accounts.transaction(work);
    } catch (error) {
      throw isDuplicateAccessKey(error) ? problems.duplicateAccessKey() : error;
    }
  }

  private async pairOf(store: EntityManager, { id }: Account): Promise<KeyPair> {
    const pair = (await this.credentials.pairs(store, [id])).get(id);
    if (!pair) throw new Error(`Account ${id} has no credential`);
    return pair;
  }

  private async suburbOf(store: EntityManager, { address }: AccountRecord): Promise<number | null> {
    return (await resolvePlaces(store, [address])).get(placeKey(address))?.id ?? null;
  }

  /** A main account is another, primary one that has no main of its own. */
  private async ensureMain(
    store: EntityManager,
    id: number | undefined,
    main: number | null,
    before?: AccountRecord,
  ): Promise<void> {
    if (main === null || main === before?.subsiteDetails.mainWebsiteID) return;
    const fault = (message: string): Fault[] => [{ field: 'subsiteDetails.mainWebsiteID', message }];
    if (main === id) throw problems.invalidBody(fault('must be another account'));
    const type = await this.accounts.typeOfMain(store, main);
    if (type === undefined) throw problems.invalidBody(fault('must be an account that exists'));
    if (type !== 'primary-account') throw problems.invalidBody(fault('must be a primary account'));
  }
}

/** @throws NOT_FOUND, FORBIDDEN */
function writable(caller: Caller, account: Account | null): Account {
  if (!account) throw problems.notFound('account');
  ensureMayWrite(caller, { websiteID: account.id, mainWebsiteID: account.mainWebsiteId });
  return account;
}

/** A key that is not given stays; null or empty asks for a new one (D13). */
const rotated = (current: string, given: string | null | undefined): string =>
  given === undefined ? current : given || newKey();
