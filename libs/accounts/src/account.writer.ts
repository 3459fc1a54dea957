import { newKey, type CredentialsRepository, type KeyPair } from '@app/auth';
import { mergeFields, parseInstant } from '@app/schema';
import { ownersOf, nextIds, upsert, type Outcome, type Rejection, sql, type SqlExecutor } from '@app/sql';
import { placeKey, resolvePlaces, type Place } from '@app/suburbs';
import { In } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AccountFields } from './account.fields.js';
import type { AccountLine } from './account.line.js';
import type { AccountRecord } from './account.documents.js';
import { accountRow, newAccountRecord, settleAddress, wholeAccount } from './account.record.js';
import { canBeMain, MAIN, typeBy, typeFault } from './account.standing.js';
import { AccountEntity } from './entities/account.entity.js';

const noMain: Rejection = { field: MAIN, reason: 'must be a primary account that exists', early: true };
const isMain: Rejection = { field: MAIN, reason: 'must be empty while there are sub-accounts', early: true };

/** A line with all fields of the account. */
interface GivenAccount {
  readonly line: AccountLine;
  readonly record: AccountRecord;
  readonly main: number | null;
}

/** The stored data that the lines refer to. */
interface Existing {
  readonly accounts: ReadonlyMap<number, AccountEntity>;
  readonly pairs: ReadonlyMap<number, KeyPair>;
  readonly places: ReadonlyMap<string, Place>;
  /** Accounts named as main accounts that can be main accounts. */
  readonly mains: Set<number>;
  /** Sub-accounts by main account. */
  readonly subs: Map<number, Set<number>>;
  /** The owners of object identifiers and of access keys. */
  readonly uids: Map<string, number>;
  readonly accessKeys: Map<string, number>;
}

/** Writes the lines of one file, inside one transaction. */
export class AccountWriter {
  constructor(
    private readonly executor: SqlExecutor,
    private readonly credentials: CredentialsRepository,
  ) {}

  /** Returns the outcome of each line; no two lines may be of the same account. */
  async write(lines: readonly AccountLine[]): Promise<Outcome[]> {
    const stated = lines.map(givenOf);
    const known = await this.look(stated);
    const now = new Date();
    const rows: AccountEntity[] = [];
    const pairs = new Map<number, KeyPair>();
    const outcomes = stated.map((account): Outcome => {
      const { line } = account;
      const misplaced = misplacement(account, known);
      if (misplaced) return misplaced;
      const [before, pairBefore] = [known.accounts.get(line.websiteID), known.pairs.get(line.websiteID)];
      const pair = pairOf(line, pairBefore);
      const row = rowOf(account, known, now);
      const taken = takenBy(known, row, pair);
      if (taken) return taken;
      if (before && pairBefore && whole(before, pairBefore) === whole(row, pair)) return 'unchanged';
      rows.push(before && !line.updatedAt ? { ...row, updatedAt: now } : row);
      if (pair.accessKey !== pairBefore?.accessKey || pair.secretKey !== pairBefore.secretKey) pairs.set(row.id, pair);
      return before ? 'updated' : 'created';
    });
    await upsert(this.executor, AccountEntity, rows);
    await this.credentials.saveAll(this.executor, pairs);
    return outcomes;
  }

  private async look(stated: readonly GivenAccount[]): Promise<Existing> {
    const { executor, credentials } = this;
    const ids = stated.map(({ line }) => line.websiteID);
    await nextIds(executor, 'accounts', 0, ids);
    const mainIds = stated.flatMap(({ main }) => main ?? []);
    // Locks the rows until the transaction ends, so that concurrent updates wait.
    const lock = { mode: 'for_no_key_update' } as const;
    const held = [...new Set([...ids, ...mainIds])];
    const accounts = await executor.manager.find(AccountEntity, {
      where: { id: In(held) },
      order: { id: 'ASC' },
      lock,
    });
    const subs = await executor.queryRows<{ id: number; main: number }>(
      sql`SELECT id, main_website_id AS main FROM accounts WHERE main_website_id = ANY(${ids}::int[])`,
    );
    return {
      accounts: new Map(accounts.map((account) => [account.id, account])),
      pairs: await credentials.pairs(executor, ids),
      places: await resolvePlaces(
        executor,
        stated.map(({ record }) => record.address),
      ),
      mains: new Set(accounts.filter(canBeMain).map(({ id }) => id)),
      subs: setsOf(subs),
      uids: await ownersOf(
        executor,
        'accounts',
        stated.flatMap(({ line }) => line._id ?? []),
      ),
      accessKeys: await credentials.holders(
        executor,
        stated.flatMap(({ line }) => line.accessKey || []),
      ),
    };
  }
}

function givenOf(line: AccountLine): GivenAccount {
  const { accessKey: _, secretKey: __, ...fields } = line;
  const merged = mergeFields(AccountFields, newAccountRecord(), fields) as unknown as AccountRecord;
  const main = merged.subsiteDetails.mainWebsiteID;
  return { line, record: settleAddress(undefined, { ...merged, type: line.type || typeBy(main) }), main };
}

/** Given keys are used, existing ones kept, missing ones generated (D13). */
function pairOf(line: AccountLine, before: KeyPair | undefined): KeyPair {
  return {
    accessKey: line.accessKey || before?.accessKey || newKey(),
    secretKey: line.secretKey || before?.secretKey || newKey(),
  };
}

function rowOf({ line, record }: GivenAccount, { accounts, places }: Existing, now: Date): AccountEntity {
  const before = accounts.get(line.websiteID);
  return accountRow(
    {
      id: line.websiteID,
      uid: line._id?.toLowerCase() ?? before?.uid ?? uuidv7(),
      version: before ? before.version + 1 : 1,
      suburbId: places.get(placeKey(record.address))?.id ?? null,
      createdAt: given(line.createdAt) ?? before?.createdAt ?? now,
      updatedAt: given(line.updatedAt) ?? before?.updatedAt ?? now,
    },
    record,
  );
}

function given(text: string | undefined): Date | undefined {
  const instant = text && parseInstant(text);
  return instant ? new Date(instant) : undefined;
}

/** The fault of an account's place in the hierarchy; `early` when a later line may resolve it. */
function misplacement({ line, record, main }: GivenAccount, { mains, subs }: Existing): Rejection | undefined {
  const reason = typeFault(record.type, main);
  if (reason) return { field: 'type', reason };
  if (main === null) return undefined;
  if (main === line.websiteID) return { field: MAIN, reason: 'must be another account' };
  if (!mains.has(main)) return noMain;
  return subs.get(line.websiteID)?.size ? isMain : undefined;
}

/** Reserves the object identifier and the access key for an account, and records its place in the hierarchy. */
function takenBy(known: Existing, row: AccountEntity, pair: KeyPair): Rejection | undefined {
  const { accounts, uids, accessKeys, mains, subs } = known;
  const { id, uid, mainWebsiteId: main } = row;
  if ((uids.get(uid) ?? id) !== id) return { field: '_id', reason: 'belongs to another account' };
  if ((accessKeys.get(pair.accessKey) ?? id) !== id) return { field: 'accessKey', reason: 'is in use' };
  uids.set(uid, id);
  accessKeys.set(pair.accessKey, id);
  if (canBeMain(row)) mains.add(id);
  else mains.delete(id);
  subs.get(accounts.get(id)?.mainWebsiteId ?? 0)?.delete(id);
  if (main !== null) subs.set(main, (subs.get(main) ?? new Set()).add(id));
  return undefined;
}

function setsOf(subs: readonly { id: number; main: number }[]): Map<number, Set<number>> {
  const sets = new Map<number, Set<number>>();
  for (const { id, main } of subs) sets.set(main, (sets.get(main) ?? new Set()).add(id));
  return sets;
}

const whole = (account: AccountEntity, pair: KeyPair): string => JSON.stringify(wholeAccount(account, pair));
