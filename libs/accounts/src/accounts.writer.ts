import { CredentialsRepository, isRefused, type KeyPair } from '@app/auth';
import { problems } from '@app/http';
import { nextIds, ownersOf, upsert, type WriteOutcome, type Rejection, type SqlExecutor, sql } from '@app/sql';
import { placeKey, resolvePlaces, type Place } from '@app/suburbs';
import { changedPaths } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { draftOfAccountLine, pairAfter, accountRowAfter, type AccountDraft } from './documents/account.draft.js';
import type { AccountLine } from './documents/account.line.js';
import { feedAgentIDsOf } from './documents/account.columns.js';
import { storedAccountRecord } from './documents/account.record.js';
import { moves, AccountHierarchy, hierarchyPlaceOf, type HierarchyPlace } from './account.hierarchy.js';
import { AccountsRepository } from './accounts.repository.js';
import { AccountEntity } from './entities/account.entity.js';
import { ALL } from '@app/cache';

/**
 * Synchronizes the endpoints of accounts with the hooks of their records; every entry with a URL requests deliveries to
 * it. Entries with the same URL are one endpoint, which keeps its id and state while the account contains the URL.
 * Deliveries to a new endpoint begin with the changes of the transaction that creates it.
 */
export async function writeHookEndpoints(executor: SqlExecutor, websiteIDs: readonly number[]): Promise<void> {
  if (websiteIDs.length === 0) return;
  await executor.execute(sql`
    WITH asked AS (
      SELECT id AS website_id, hook ->> 'url' AS url, min(position) AS position,
        (array_agg(coalesce(hook ->> 'name', '') ORDER BY position))[1] AS name,
        coalesce(array_agg(DISTINCT hook ->> 'trigger') FILTER (WHERE hook ->> 'trigger' <> ''), '{}') AS triggers
      FROM accounts, jsonb_path_query(record, '$.hooks[*]') WITH ORDINALITY AS entries(hook, position)
      WHERE id = ANY(${websiteIDs}::int[]) AND hook ->> 'url' <> '' GROUP BY id, hook ->> 'url'
    ), removed AS (
      DELETE FROM hook_endpoints known WHERE website_id = ANY(${websiteIDs}::int[])
        AND NOT EXISTS (SELECT FROM asked WHERE asked.website_id = known.website_id AND asked.url = known.url)
    ), changed AS (
      UPDATE hook_endpoints known SET name = asked.name, triggers = asked.triggers FROM asked
      WHERE known.website_id = asked.website_id AND known.url = asked.url
        AND (known.name, known.triggers) IS DISTINCT FROM (asked.name, asked.triggers)
    ), added AS (
      INSERT INTO hook_endpoints (website_id, url, name, triggers, generation, rotated_at)
      SELECT asked.website_id, url, name, triggers, coalesce(last.generation, 1), last.rotated_at
      FROM asked LEFT JOIN hook_rotations last ON last.website_id = asked.website_id AND url_md5 = md5(url)
      WHERE NOT EXISTS (SELECT FROM hook_endpoints known WHERE known.website_id = asked.website_id AND known.url = asked.url)
      ORDER BY asked.website_id, position RETURNING id
    )
    INSERT INTO hook_states (hook_id, cursor_log, cursor_xid, cursor_id, cursor_listing)
    SELECT id, changes_log(), pg_current_xact_id()::text::bigint - 1, ${ALL}::bigint, ${ALL}::bigint FROM added`);
}

/** Accounts that are locked until the transaction ends: the accounts of the drafts and their main accounts. */
interface LockedAccounts {
  readonly accounts: readonly AccountEntity[];
  /** The keys of the accounts of the drafts. */
  readonly pairs: ReadonlyMap<number, KeyPair>;
}

/** An account after a write. */
interface WrittenAccount {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly account: AccountEntity;
  readonly pair: KeyPair;
  /** The paths of the changed fields: empty for an unchanged account, all fields for a new one. */
  readonly paths: readonly string[];
}

/** The reasons for rejecting an account. */
interface RejectedAccount {
  readonly rejections: readonly Rejection[];
}

const accessKeyInUse: Rejection = { field: 'accessKey', reason: 'is in use' };
const foreignUid: Rejection = { field: '_id', reason: 'belongs to another account' };

/** Rejects keys that could never be used. */
const refusedKeys = ({ keys }: AccountDraft): Rejection[] =>
  (['accessKey', 'secretKey'] as const)
    .filter((field) => isRefused(keys[field] ?? ''))
    .map((field) => ({ field, reason: 'is an example of the API document, or a generated key with a wrong checksum' }));

/** Rejects agentIDs that belong to another account. */
function foreignFeedAgentIDs({ id, record }: AccountDraft, owners: ReadonlyMap<string, number>): Rejection[] {
  return record.feedAgentIDs.flatMap((agentID, at) => {
    const [key = ''] = feedAgentIDsOf({ feedAgentIDs: [agentID] });
    const owner = owners.get(key) ?? id;
    return owner === id ? [] : [{ field: `feedAgentIDs[${at}]`, reason: `belongs to the account ${owner}` }];
  });
}

/** Assigns the agentIDs of a draft to its account, for the checks of later drafts. */
function claimFeedAgentIDs({ id, record }: AccountDraft, owners: Map<string, number>): void {
  for (const [agentID, owner] of owners) if (owner === id) owners.delete(agentID);
  for (const agentID of feedAgentIDsOf(record)) owners.set(agentID, id);
}

/** The stored data that drafts refer to. */
interface Stored {
  readonly accounts: ReadonlyMap<number, AccountEntity>;
  readonly pairs: ReadonlyMap<number, KeyPair>;
  readonly places: ReadonlyMap<string, Place>;
  readonly hierarchy: AccountHierarchy;
  /** The owners of object identifiers, and the owners of access keys. */
  readonly uids: Map<string, number>;
  readonly accessKeys: Map<string, number>;
  /** The owners of feed agentIDs. */
  readonly feedAgentIDs: Map<string, number>;
}

/** The only code that writes accounts, from bodies and lines, inside a transaction. */
@Injectable()
export class AccountsWriter {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly credentials: CredentialsRepository,
  ) {}

  /** Writes the accounts of lines; each account may occur in one line only. */
  async importLines(executor: SqlExecutor, lines: readonly AccountLine[]): Promise<WriteOutcome[]> {
    const drafts = lines.map(draftOfAccountLine);
    const ids = drafts.map(({ id }) => id);
    await nextIds(executor, 'accounts', 0, ids);
    const mainIds = drafts.flatMap(({ record }) => record.subsiteDetails.mainWebsiteID ?? []);
    const accounts = await this.accounts.lockAll(executor, [...new Set([...ids, ...mainIds])]);
    const written = await this.write(executor, drafts, {
      accounts,
      pairs: await this.credentials.pairs(executor, ids),
    });
    // A rejection has at least one reason.
    return written.map((one) => ('outcome' in one ? one.outcome : one.rejections[0]!));
  }

  /** Writes an account. @throws INVALID_BODY, DUPLICATE_ACCESS_KEY */
  async writeOne(executor: SqlExecutor, draft: AccountDraft, locked: LockedAccounts): Promise<WrittenAccount> {
    const [written] = await this.write(executor, [draft], locked);
    if (written && 'outcome' in written) return written;
    const rejections = written?.rejections ?? [];
    if (rejections.includes(accessKeyInUse)) throw problems.duplicateAccessKey();
    throw problems.invalidBody(rejections.map(({ field, reason }) => ({ field, message: reason })));
  }

  /** Returns the result of each draft; each account may occur in one draft only. */
  async write(
    executor: SqlExecutor,
    drafts: readonly AccountDraft[],
    locked: LockedAccounts,
  ): Promise<(WrittenAccount | RejectedAccount)[]> {
    const stored = await this.look(executor, drafts, locked);
    const now = new Date();
    const written = drafts.map((draft) => apply(draft, stored, now));
    const changed = written.filter((one) => 'outcome' in one).filter(({ outcome }) => outcome !== 'unchanged');
    await upsert(
      executor,
      AccountEntity,
      changed.map(({ account }) => account),
    );
    const calling = changed.filter(({ paths }) => paths.includes('hooks'));
    await writeHookEndpoints(
      executor,
      calling.map(({ account }) => account.id),
    );
    const pairs = changed.filter(({ paths }) => paths.includes('accessKey') || paths.includes('secretKey'));
    await this.credentials.saveAll(executor, new Map(pairs.map(({ account, pair }) => [account.id, pair])));
    return written;
  }

  private async look(
    executor: SqlExecutor,
    drafts: readonly AccountDraft[],
    { accounts, pairs }: LockedAccounts,
  ): Promise<Stored> {
    const known = new Map(accounts.map((account) => [account.id, account]));
    const demoted = drafts.filter((draft) => {
      const before = known.get(draft.id);
      return (
        before &&
        draft.record.subsiteDetails.mainWebsiteID !== null &&
        moves(hierarchyPlaceOf(before), placeAfter(draft))
      );
    });
    return {
      accounts: known,
      pairs,
      places: await resolvePlaces(
        executor,
        drafts.map(({ record }) => record.address),
      ),
      hierarchy: new AccountHierarchy(
        accounts,
        await this.accounts.subAccountsOf(
          executor,
          demoted.map(({ id }) => id),
        ),
      ),
      uids: await ownersOf(
        executor,
        'accounts',
        drafts.flatMap(({ uid }) => uid ?? []),
      ),
      accessKeys: await this.credentials.holders(
        executor,
        drafts.flatMap(({ keys }) => keys.accessKey || []),
      ),
      feedAgentIDs: await this.accounts.ownersOfFeedAgentIDs(
        executor,
        drafts.flatMap(({ record }) => feedAgentIDsOf(record)),
      ),
    };
  }
}

/** Accepts or rejects a draft. Later drafts are checked against accepted ones. */
function apply(draft: AccountDraft, stored: Stored, now: Date): WrittenAccount | RejectedAccount {
  const { accounts, pairs, places, hierarchy, uids, accessKeys, feedAgentIDs } = stored;
  const { id, record } = draft;
  const place = placeAfter(draft);
  const rejections = [
    ...(draft.faults ?? []).map(({ field, message }) => ({ field, reason: message })),
    ...hierarchy.faultsOf(place),
    ...refusedKeys(draft),
    ...foreignFeedAgentIDs(draft, feedAgentIDs),
  ];
  if (rejections.length > 0) return { rejections };
  const [before, pairBefore] = [accounts.get(id), pairs.get(id)];
  const pair = pairAfter(draft, pairBefore);
  const row = accountRowAfter(draft, before, places.get(placeKey(record.address))?.id ?? null, now);
  if ((uids.get(row.uid) ?? id) !== id) return { rejections: [foreignUid] };
  if ((accessKeys.get(pair.accessKey) ?? id) !== id) return { rejections: [accessKeyInUse] };
  claimFeedAgentIDs(draft, feedAgentIDs);
  uids.set(row.uid, id);
  accessKeys.set(pair.accessKey, id);
  hierarchy.set(place);
  const paths = changedPaths(before && pairBefore ? whole(before, pairBefore) : {}, whole(row, pair));
  if (before && paths.length === 0) return { outcome: 'unchanged', account: before, pair, paths };
  const account =
    before && !draft.updatedAt ? accountRowAfter({ ...draft, updatedAt: now }, before, row.suburbId, now) : row;
  return { outcome: before ? 'updated' : 'created', account, pair, paths };
}

const placeAfter = ({ id, record }: AccountDraft): HierarchyPlace => ({
  id,
  type: record.type,
  mainWebsiteID: record.subsiteDetails.mainWebsiteID,
});

/** All fields that a body or line may change. */
const whole = (account: AccountEntity, pair: KeyPair): object => {
  const { uid, createdAt, updatedAt } = account;
  return { ...storedAccountRecord(account), ...pair, uid, createdAt, updatedAt };
};
