import type { SqlExecutor } from '@app/sql';
import {
  CredentialsRepository,
  ensureMayCreate,
  ensureMayWrite,
  isDuplicateAccessKey,
  maySeeOwn,
  newAccessKey,
  newSecretKey,
  type CallingAuthor,
  type Caller,
  type KeyPair,
} from '@app/auth';
import { mergeFields, readOnlyFaults } from '@app/schema';
import {
  ensureMet,
  problems,
  versionFor,
  type Identifier,
  type LinkIdentifier,
  type Preconditions,
  type Recipient,
  type Versioned,
} from '@app/http';
import { PageReader, type Page } from '@app/lists';
import { Writes, type Audit } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { AccountResponse as AccountRepresentation, AccountFields, type DeletedAccount } from './dto/account.fields.js';
import type { AccountsQuery } from './filters/account.filters.js';
import type { AccountRecord } from './documents/account.documents.js';
import { newAccountRecord, pairAfter } from './documents/account.draft.js';
import { settleAddress, storedAccountRecord, wholeAccount } from './documents/account.record.js';
import { ensureOwnFeedAgentIDs, ensureOwnStanding, equalKeyFaults, maySeeSecret } from './account.rules.js';
import { moves, hierarchyPlaceOf, typeBy } from './account.hierarchy.js';
import { AccountsRepository } from './accounts.repository.js';
import { AccountsWriter } from './accounts.writer.js';
import type { CreateAccountDto } from './dto/create-account.dto.js';
import type { UpdateAccountDto } from './dto/update-account.dto.js';
import type { AccountEntity } from './entities/account.entity.js';
import { withListingCounts } from './documents/office.presenter.js';
import { HookTargets } from './hooks/hook-targets.js';
import { publicProfile } from './documents/public-profile.presenter.js';

/** Agency websites: checks rights and rules, and writes changes. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly credentials: CredentialsRepository,
    private readonly writer: AccountsWriter,
    private readonly writes: Writes,
    private readonly pages: PageReader,
    private readonly hookTargets: HookTargets,
  ) {}

  async list(query: AccountsQuery, recipient: Recipient): Promise<Page> {
    return await this.pages.read(this.accounts.list(query, recipient));
  }

  /**
   * An account with its numbers: with all fields except secrets for callers who may see them (B51), and as its profile
   * for the public (B53, B76). @throws NOT_FOUND
   */
  async read(caller: Caller, id: LinkIdentifier, recipient: Recipient): Promise<Versioned> {
    const shown = await this.accounts.findShown(id, recipient);
    const found = shown && (await this.accounts.detail(shown.websiteID));
    const read = found && maySeeOwn(caller, found) ? await this.accounts.own(found.websiteID) : found;
    if (!found || !read) throw problems.notFound('account');
    const text = recipient.audience === 'public' ? publicProfile(read.text) : read.text;
    const counts = await this.accounts.counts(found.websiteID, recipient);
    return { version: versionFor(recipient.audience, read.version), text: withListingCounts(text, counts) };
  }

  create(author: CallingAuthor, body: CreateAccountDto): Promise<Versioned & { id: number }> {
    return this.write(author, async (executor, audit) => {
      const { accessKey, secretKey, ...fields } = body;
      const record = newAccountRecord(fields);
      const { mainWebsiteID } = record.subsiteDetails;
      ensureMayCreate(author, { type: record.type, mainWebsiteID });
      ensureOwnFeedAgentIDs(author, undefined, record);
      const main = await this.accounts.holdMain(executor, mainWebsiteID);
      const keys = { accessKey: accessKey || newAccessKey(), secretKey: secretKey || newSecretKey() };
      const faults = [...this.hookTargets.faultsOf(record.hooks), ...equalKeyFaults(undefined, keys, body)];
      const id = await this.accounts.newId(executor);
      const locked = { accounts: main ? [main] : [], pairs: new Map<number, KeyPair>() };
      const { account, pair } = await this.writer.writeOne(executor, { id, record, keys, faults }, locked);
      await audit({ action: 'create', resource: 'account', id, websiteID: id });
      const created = { message: 'Account created', account: wholeAccount(account, pair) };
      return { id, version: account.version, text: JSON.stringify(created) };
    });
  }

  update(
    author: CallingAuthor,
    id: Identifier,
    body: UpdateAccountDto,
    preconditions: Preconditions,
  ): Promise<Versioned> {
    return this.write(author, async (executor, audit) => {
      const held = await this.accounts.hold(executor, id, body.subsiteDetails?.mainWebsiteID);
      const account = writable(author, held.account);
      ensureMet(preconditions, account.version);
      const pair = await this.pairOf(executor, account);
      const { accessKey, secretKey, ...fields } = body;
      const before = storedAccountRecord(account);
      const merged = mergeFields(AccountFields, before, fields);
      const record = settleAddress(before, { ...merged, type: typeAfter(body, account, merged) });
      ensureOwnStanding(author, account, record);
      ensureOwnFeedAgentIDs(author, before, record);
      const { mainWebsiteID } = record.subsiteDetails;
      const isMoved = moves(hierarchyPlaceOf(account), { id: account.id, type: record.type, mainWebsiteID });
      const main = held.main ?? (isMoved ? await this.accounts.holdMain(executor, mainWebsiteID) : undefined);
      const keys = { accessKey: rotated(accessKey, newAccessKey), secretKey: rotated(secretKey, newSecretKey) };
      const changes = { id: account.id, record, keys };
      const faults = [
        ...readOnlyFaults(AccountRepresentation, wholeAccount(account, pair), body),
        ...this.hookTargets.faultsOf(record.hooks, before.hooks),
        ...equalKeyFaults(pair, pairAfter(changes, pair), body),
      ];
      const draft = { ...changes, faults };
      const locked = { accounts: main ? [account, main] : [account], pairs: new Map([[account.id, pair]]) };
      const { account: changed, pair: pairNow, paths } = await this.writer.writeOne(executor, draft, locked);
      const [resource, websiteID] = ['account' as const, account.id];
      if (paths.length > 0) await audit({ action: 'update', resource, id: websiteID, websiteID, paths });
      const { secretKey: proof, ...whole } = wholeAccount(changed, pairNow);
      const shown = maySeeSecret(author, account, body) ? { ...whole, secretKey: proof } : whole;
      return { version: changed.version, text: JSON.stringify(shown) };
    });
  }

  remove(author: CallingAuthor, id: Identifier, preconditions: Preconditions): Promise<DeletedAccount> {
    return this.write(author, async (executor, audit) => {
      const account = writable(author, (await this.accounts.hold(executor, id)).account);
      ensureMet(preconditions, account.version);
      const subAccounts = await this.accounts.subAccounts(executor, account.id);
      if (subAccounts.length > 0) throw problems.subAccountsExist(subAccounts);
      const { secretKey: _, ...deletedAccount } = wholeAccount(account, await this.pairOf(executor, account));
      await this.accounts.remove(executor, account);
      await audit({ action: 'delete', resource: 'account', id: account.id, websiteID: account.id });
      return { message: 'Account deleted', deletedAccount };
    });
  }

  private async write<T>(author: CallingAuthor, work: (executor: SqlExecutor, audit: Audit) => Promise<T>): Promise<T> {
    try {
      return await this.writes.run(author, work);
    } catch (error) {
      throw isDuplicateAccessKey(error) ? problems.duplicateAccessKey() : error;
    }
  }

  private async pairOf(executor: SqlExecutor, { id }: AccountEntity): Promise<KeyPair> {
    const pair = (await this.credentials.pairs(executor, [id])).get(id);
    if (!pair) throw new Error(`Account ${id} has no credential`);
    return pair;
  }
}

/** @throws NOT_FOUND, FORBIDDEN */
function writable(caller: Caller, account: AccountEntity | undefined): AccountEntity {
  if (!account) throw problems.notFound('account');
  ensureMayWrite(caller, { websiteID: account.id, mainWebsiteID: account.mainWebsiteId });
  return account;
}

/** The new key of an update: an absent key is kept, null or empty requests a generated one (D13). */
const rotated = (given: string | null | undefined, make: () => string): string | undefined =>
  given === undefined ? undefined : given || make();

/** The type follows the main account unless it is given (D16). */
function typeAfter(body: UpdateAccountDto, before: AccountEntity, { type, subsiteDetails }: AccountRecord): string {
  const { mainWebsiteID } = subsiteDetails;
  const follows = body.type === null || (body.type === undefined && mainWebsiteID !== before.mainWebsiteId);
  return follows ? typeBy(mainWebsiteID) : type;
}
