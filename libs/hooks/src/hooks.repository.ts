import { HookTargets } from '@app/accounts';
import type { OwnedAccount } from '@app/auth';
import type { Identifier } from '@app/http';
import { each, orderOfLog, where, type ListQuery } from '@app/lists';
import { sql, SqlExecutor, type Sql, column } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { HookDelivery, HookItem } from './dto/hook.fields.js';
import type { HookDeliveriesQuery, HooksQuery } from './filters/hook.filters.js';
import type { SignedEndpoint } from './signing/endpoint-secrets.js';

/** A hook with the data for signing, sending and access rights. */
export interface KnownHook extends SignedEndpoint, OwnedAccount {
  readonly hookID: number;
  readonly triggers: readonly string[];
}

const iso = (time: Sql): Sql => sql`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The last failure of a failing hook; without a response, the delivery log contains our own reason. */
const reason = sql`CASE endpoint_state.state WHEN 'failing' THEN (
    SELECT CASE WHEN status IS NULL THEN reply ELSE 'The receiver responded with ' || status || '.' END FROM hook_deliveries
    WHERE hook_id = hook.id AND (status BETWEEN 200 AND 299) IS NOT TRUE ORDER BY id DESC LIMIT 1)
  ELSE endpoint_state.reason END`;

const itemColumns = sql`json_build_object(
  'hookID', hook.id, 'websiteID', hook.website_id, 'name', hook.name, 'url', hook.url, 'triggers', hook.triggers,
  'state', endpoint_state.state, 'reason', ${reason}, 'failures', endpoint_state.failures,
  'failingSince', ${iso(sql`endpoint_state.failing_since`)},
  'waiting', waiting.count, 'nextAttemptAt', ${iso(sql`CASE WHEN endpoint_state.state <> 'disabled'
    THEN greatest(CASE WHEN endpoint_state.rests_until > now() THEN endpoint_state.rests_until END, waiting.next_at) END`)},
  'lastAttemptAt', ${iso(sql`latest.at`)}, 'lastStatus', latest.status,
  'createdAt', ${iso(sql`hook.created_at`)}) AS item`;

const itemJoins = sql`JOIN hook_states endpoint_state ON endpoint_state.hook_id = hook.id
  LEFT JOIN LATERAL (
    SELECT at, status FROM hook_deliveries WHERE hook_id = hook.id ORDER BY id DESC LIMIT 1) latest ON true
  CROSS JOIN LATERAL (SELECT count(*), min(next_at) AS next_at FROM hook_messages
    WHERE hook_id = hook.id AND attempts > 0) waiting`;

const deliveryColumns = sql`json_build_object(
  'id', delivery.id, 'deliveryID', delivery.message_id, 'type', delivery.type, 'at', ${iso(sql`delivery.at`)},
  'attempt', delivery.attempt, 'status', delivery.status, 'durationMs', delivery.duration_ms,
  'reply', delivery.reply, 'nextAt', ${iso(sql`delivery.next_at`)}) AS delivery`;

/** Columns of `hook` and its `account`. */
const hookColumns = sql`hook.id AS "hookID", hook.website_id AS "websiteID", hook.url, hook.triggers, hook.generation,
  hook.rotated_at AS "rotatedAt", account.main_website_id AS "mainWebsiteID"`;

const HOOKS = sql`hook_endpoints hook`;
const DELIVERIES = sql`hook_deliveries delivery`;

interface ItemRow {
  readonly item: HookItem;
}

/** A hook of an account. */
export interface HookPath {
  readonly account: Identifier;
  readonly hookId: Identifier;
}

/** SQL: whether `hook` belongs to an account; undefined: any account. */
function of(account: Identifier | undefined): Sql {
  if (account === undefined) return sql`TRUE`;
  if (typeof account === 'number') return sql`hook.website_id = ${account}`;
  return sql`hook.website_id = (SELECT id FROM accounts WHERE uid = ${account})`;
}

/** SQL: whether `hook` has this path. A UUID matches no hook. */
function at({ account, hookId }: Partial<HookPath>): Sql {
  if (hookId === undefined) return of(account);
  return sql`hook.id = ${typeof hookId === 'number' ? hookId : null} AND ${of(account)}`;
}

/** SQL: selects one hook. */
export const findHook = (path: HookPath): Sql => sql`
  SELECT ${hookColumns} FROM hook_endpoints hook JOIN accounts account ON account.id = hook.website_id WHERE ${at(path)}`;

/** Reads hooks and their deliveries. */
@Injectable()
export class HooksRepository {
  constructor(
    private readonly executor: SqlExecutor,
    private readonly targets: HookTargets,
  ) {}

  list(query: HooksQuery, account: Identifier): ListQuery<ItemRow> {
    return {
      name: 'hooks',
      query,
      search: { from: HOOKS, where: where(query, { condition: of(account) }) },
      key: sql`hook.id`,
      order: orderOfLog(column('hook.id'), query.sort),
      row: { from: HOOKS, columns: itemColumns, joins: itemJoins },
      present: each(({ item }) => JSON.stringify(this.present(item))),
    };
  }

  deliveries(query: HookDeliveriesQuery, hookId: number): ListQuery<{ delivery: HookDelivery }> {
    return {
      name: 'hook-deliveries',
      query,
      search: { from: DELIVERIES, where: where(query, { condition: sql`delivery.hook_id = ${hookId}` }) },
      key: sql`delivery.id`,
      order: orderOfLog(column('delivery.id'), query.sort),
      row: { from: DELIVERIES, columns: deliveryColumns },
      present: each(({ delivery }) => JSON.stringify(delivery)),
    };
  }

  async all(path: Partial<HookPath>, executor = this.executor): Promise<HookItem[]> {
    const rows = await executor.query<ItemRow>(
      sql`SELECT ${itemColumns} FROM hook_endpoints hook ${itemJoins} WHERE ${at(path)} ORDER BY hook.id`,
    );
    return rows.map(({ item }) => this.present(item));
  }

  async find(path: HookPath): Promise<KnownHook | undefined> {
    const [found] = await this.executor.query<KnownHook>(findHook(path));
    return found;
  }

  /** Adds the reason to a hook whose URL can never be called, even before the first attempt. */
  private present(item: HookItem): HookItem {
    const target = this.targets.check(item.url);
    return 'fault' in target ? { ...item, reason: target.fault } : item;
  }
}
