import {
  ensureMayWrite,
  linkOf,
  LivePairsRepository,
  newAccessKey,
  newSecretKey,
  type Caller,
  type KeyPair,
  type LivePair,
} from '@app/auth';
import { problems, type Identifier } from '@app/http';
import type { SqlExecutor } from '@app/sql';
import { Writes, type Audit, type Author } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { AccountsRepository } from '../accounts.repository.js';
import type { CreateCredentialDto } from './create-credential.dto.js';
import { secondsOf } from '@app/schema';

/** Maximum number of live key pairs of an account per scope. */
const MOST_OF_SCOPE = 2;

/** The author of changes of key pairs: the caller of a request, or a command of the operator. */
type Owner = Author & Caller;

/** A new key pair, and the older pair that expires because of it. */
export interface NewPair extends LivePair, KeyPair {
  readonly older?: (Pick<LivePair, 'accessKey'> & { readonly expiresAt: Date }) | undefined;
}

/** The key pairs of accounts (B19, ADR 4). */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly pairs: LivePairsRepository,
    private readonly writes: Writes,
  ) {}

  /** The live key pairs of an account. @throws NOT_FOUND */
  async list(id: Identifier): Promise<LivePair[]> {
    const account = await this.accounts.owned(id);
    if (!account) throw problems.notFound('account');
    return this.pairs.list(account.websiteID);
  }

  /** Creates a key pair; the older pair of its scope expires after `expiresOld`. @throws TOO_MANY_CREDENTIALS */
  create(owner: Owner, id: Identifier, body: CreateCredentialDto): Promise<NewPair> {
    const { scope, label, expiresOld } = body;
    return this.writes.run(owner, async (executor, audit) => {
      const websiteID = await this.hold(owner, executor, id);
      await this.pairs.removeEnded(executor, websiteID);
      const live = (await this.pairs.list(websiteID, executor)).filter((pair) => pair.scope === scope);
      const endsIn = expiresOld ? secondsOf(expiresOld) : undefined;
      const [older, ...newer] = live;
      const staying = endsIn === 0 ? newer : live;
      if (staying.length >= MOST_OF_SCOPE) throw problems.tooManyCredentials(scope, live);
      const ending = endsIn === undefined ? undefined : await this.expire(executor, audit, older, endsIn);
      const keys = { accessKey: newAccessKey(), secretKey: newSecretKey() };
      const created = await this.pairs.create(executor, keys, { websiteID, scope, label: label ?? '' });
      await audit({ action: 'create', resource: 'credential', id: created, websiteID });
      const pair = (await this.pairs.list(websiteID, executor)).find((one) => one.id === created);
      if (!pair) throw new Error('The new pair is not live');
      const secretKey = scope === 'link' ? linkOf(keys.accessKey, keys.secretKey) : keys.secretKey;
      return { ...pair, secretKey, older: ending };
    });
  }

  /** Revokes a key pair immediately. @throws NOT_FOUND, LAST_CREDENTIAL */
  remove(owner: Owner, id: Identifier, credential: Identifier): Promise<LivePair> {
    return this.writes.run(owner, async (executor, audit) => {
      const websiteID = await this.hold(owner, executor, id);
      const live = await this.pairs.list(websiteID, executor);
      const pair = live.find((one) => one.id === credential);
      if (!pair) throw problems.notFound('credential');
      const isPermanent = ({ scope, expiresAt }: LivePair) => scope === 'full' && expiresAt === null;
      if (isPermanent(pair) && live.filter(isPermanent).length === 1) throw problems.lastCredential();
      await this.pairs.remove(executor, pair.id);
      await audit({ action: 'delete', resource: 'credential', id: pair.id, websiteID });
      return pair;
    });
  }

  /** Makes a key pair expire; does nothing without a pair. */
  private async expire(
    executor: SqlExecutor,
    audit: Audit,
    pair: LivePair | undefined,
    seconds: number,
  ): Promise<NewPair['older']> {
    if (!pair) return undefined;
    const { id, websiteID, accessKey } = pair;
    const expiresAt = await this.pairs.expire(executor, id, seconds);
    await audit({ action: 'update', resource: 'credential', id, websiteID, paths: ['expiresAt'] });
    return { accessKey, expiresAt };
  }

  /** Locks the account, so that writes of its key pairs run sequentially. @throws NOT_FOUND, FORBIDDEN */
  private async hold(owner: Owner, executor: SqlExecutor, id: Identifier): Promise<number> {
    const { account } = await this.accounts.hold(executor, id);
    if (!account) throw problems.notFound('account');
    ensureMayWrite(owner, { websiteID: account.id, mainWebsiteID: account.mainWebsiteId });
    return account.id;
  }
}
