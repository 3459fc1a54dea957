import { SqlExecutor } from '@app/sql';
import {
  CredentialsRepository,
  ensureMayCreate,
  ensureMayWrite,
  isDuplicateAccessKey,
  newKey,
  type Caller,
  type KeyPair,
} from '@app/auth';
import { mergeFields, readOnlyFaults } from '@app/schema';
import { ensureMatches, problems, type Fault, type Identifier, type Versioned } from '@app/http';
import { PageReader, type Page } from '@app/lists';
import { resolvePlaces, placeKey } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AccountResponse as AccountRepresentation, AccountFields, type DeletedAccount } from './account.fields.js';
import type { AccountsQuery } from './account.filters.js';
import type { AccountRecord } from './account.documents.js';
import { accountRow, newAccountRecord, settleAddress, storedRecord, wholeAccount } from './account.record.js';
import { ensureKeysDiffer, ensureOwnStanding, maySeeSecret } from './account.rules.js';
import { standingFaults, typeBy } from './account.standing.js';
import { AccountsRepository } from './accounts.repository.js';
import type { CreateAccountDto } from './dto/create-account.dto.js';
import type { UpdateAccountDto } from './dto/update-account.dto.js';
import type { AccountEntity } from './entities/account.entity.js';

/** Agency websites: rights, rules, and how a change is written. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly credentials: CredentialsRepository,
    private readonly pages: PageReader,
  ) {}

  async list(query: AccountsQuery, snapshot: string): Promise<Page> {
    return await this.pages.read(this.accounts.list(query), snapshot);
  }

  async read(id: Identifier): Promise<Versioned> {
    const found = await this.accounts.detail(id);
    if (!found) throw problems.notFound('account');
    return found;
  }

  create(caller: Caller, body: CreateAccountDto): Promise<Versioned & { id: number }> {
    return this.write(async (executor) => {
      const { accessKey, secretKey, ...fields } = body;
      const merged = mergeFields(AccountFields, newAccountRecord(), fields) as unknown as AccountRecord;
      const mainWebsiteID = merged.subsiteDetails.mainWebsiteID;
      const type = body.type || typeBy(mainWebsiteID);
      const record = settleAddress(undefined, { ...merged, type });
      ensureMayCreate(caller, { type, mainWebsiteID });
      const main = await this.accounts.holdMain(executor, mainWebsiteID);
      refuse(standingFaults({ type, mainWebsiteID }, main));
      const pair = { accessKey: accessKey || newKey(), secretKey: secretKey || newKey() };
      ensureKeysDiffer(pair, body);
      const id = await this.accounts.newId(executor);
      const now = new Date();
      const identity = { id, uid: uuidv7(), version: 1, createdAt: now, updatedAt: now };
      const account = accountRow({ ...identity, suburbId: await this.suburbOf(executor, record) }, record);
      await this.accounts.insert(executor, account);
      await this.credentials.save(executor, id, pair);
      const created = { message: 'Account created', account: wholeAccount(account, pair) };
      return { id, version: account.version, text: JSON.stringify(created) };
    });
  }

  update(caller: Caller, id: Identifier, body: UpdateAccountDto, ifMatch?: string): Promise<Versioned> {
    return this.write(async (executor) => {
      const { account: held, main } = await this.accounts.hold(executor, id, body.subsiteDetails?.mainWebsiteID);
      const account = writable(caller, held);
      ensureMatches(ifMatch, account.version);
      const pair = await this.pairOf(executor, account);
      refuse(readOnlyFaults(AccountRepresentation, wholeAccount(account, pair), body));
      const { accessKey, secretKey, ...fields } = body;
      const before = storedRecord(account);
      const merged = mergeFields(AccountFields, before as never, fields) as unknown as AccountRecord;
      const record = settleAddress(before, { ...merged, type: typeAfter(body, account, merged) });
      ensureOwnStanding(caller, account, record);
      await this.ensureStanding(executor, account, record, main);
      const keys = { accessKey: rotated(pair.accessKey, accessKey), secretKey: rotated(pair.secretKey, secretKey) };
      if (keys.accessKey !== pair.accessKey || keys.secretKey !== pair.secretKey) {
        ensureKeysDiffer(keys, body);
        await this.credentials.save(executor, account.id, keys);
      }
      const { uid, version, createdAt } = account;
      const identity = { id: account.id, uid, version: version + 1, createdAt, updatedAt: new Date() };
      const changed = accountRow({ ...identity, suburbId: await this.suburbOf(executor, record) }, record);
      await this.accounts.update(executor, changed);
      const { secretKey: proof, ...whole } = wholeAccount(changed, keys);
      const shown = maySeeSecret(caller, account, body) ? { ...whole, secretKey: proof } : whole;
      return { version: changed.version, text: JSON.stringify(shown) };
    });
  }

  remove(caller: Caller, id: Identifier): Promise<DeletedAccount> {
    return this.write(async (executor) => {
      const account = writable(caller, (await this.accounts.hold(executor, id)).account);
      const subAccounts = await this.accounts.subAccounts(executor, account.id);
      if (subAccounts.length > 0) throw problems.subAccountsExist(subAccounts);
      const { secretKey: _, ...deletedAccount } = wholeAccount(account, await this.pairOf(executor, account));
      await this.accounts.remove(executor, account);
      return { message: 'Account deleted', deletedAccount };
    });
  }

  private async write<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    try {
      return await this.accounts.transaction(work);
    } catch (error) {
      throw isDuplicateAccessKey(error) ? problems.duplicateAccessKey() : error;
    }
  }

  private async pairOf(executor: SqlExecutor, { id }: AccountEntity): Promise<KeyPair> {
    const pair = (await this.credentials.pairs(executor, [id])).get(id);
    if (!pair) throw new Error(`Account ${id} has no credential`);
    return pair;
  }

  private async suburbOf(executor: SqlExecutor, { address }: AccountRecord): Promise<number | null> {
    return (await resolvePlaces(executor, [address])).get(placeKey(address))?.id ?? null;
  }

  /**
   * Checks that type and main account match, and that nothing is nested twice. Values that an update does not change
   * are not checked.
   */
  private async ensureStanding(
    executor: SqlExecutor,
    before: AccountEntity,
    after: AccountRecord,
    main: AccountEntity | undefined,
  ): Promise<void> {
    const { mainWebsiteID } = after.subsiteDetails;
    if (after.type === before.type && mainWebsiteID === before.mainWebsiteId) return;
    const subs = mainWebsiteID === null ? [] : await this.accounts.subAccounts(executor, before.id);
    const held = main ?? (await this.accounts.holdMain(executor, mainWebsiteID));
    refuse(standingFaults({ type: after.type, mainWebsiteID, id: before.id, subs }, held));
  }
}

/** @throws NOT_FOUND, FORBIDDEN */
function writable(caller: Caller, account: AccountEntity | undefined): AccountEntity {
  if (!account) throw problems.notFound('account');
  ensureMayWrite(caller, { websiteID: account.id, mainWebsiteID: account.mainWebsiteId });
  return account;
}

/** The key after an update: absent keeps it, null or empty asks for a new one (D13). */
const rotated = (current: string, given: string | null | undefined): string =>
  given === undefined ? current : given || newKey();

/** The type follows the main account unless it is given (D16). */
function typeAfter(body: UpdateAccountDto, before: AccountEntity, { type, subsiteDetails }: AccountRecord): string {
  const { mainWebsiteID } = subsiteDetails;
  const follows = body.type === null || (body.type === undefined && mainWebsiteID !== before.mainWebsiteId);
  return follows ? typeBy(mainWebsiteID) : type;
}

/** @throws INVALID_BODY if there are faults */
function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw problems.invalidBody(faults);
}
