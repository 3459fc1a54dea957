import { SnapshotClock, type LogPosition } from '@app/cache';
import { sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { isLive } from './credentials.repository.js';
import type { Scope } from './dto/auth.kinds.js';

/** The stored credential of an access key. */
interface KnownCredential {
  readonly id: number;
  readonly label: string;
  readonly scope: Scope;
  /** Milliseconds until it expires; null: it does not expire. */
  readonly endsIn: number | null;
  readonly secretHash: Buffer;
  /** Null for a named key pair of the operator, as are the following fields. */
  readonly websiteID: number | null;
  readonly name: string;
  readonly type: string;
  readonly status: boolean;
  readonly mainWebsiteID: number | null;
}

/** The stored credential of an access key, and the log position at which it was read. */
export interface StoredCredential {
  readonly at: LogPosition;
  readonly known: KnownCredential | undefined;
}

/** Reads credentials, and the accounts that they may write. */
@Injectable()
export class CallersRepository {
  constructor(
    private readonly executor: SqlExecutor,
    private readonly clock: SnapshotClock,
  ) {}

  /** The live credential of an access key with the data of its account that the guard needs, and the log position. */
  async find(accessKey: string): Promise<StoredCredential> {
    const { row, at } = await this.clock.read<KnownCredential>(
      (columns) => sql`SELECT ${columns}, credential.id, credential.label, credential.scope,
          extract(epoch FROM credential.expires_at - clock_timestamp())::float8 * 1000 AS "endsIn",
          credential.secret_hash AS "secretHash", account.id AS "websiteID", account.name,
          account.type, account.status, account.main_website_id AS "mainWebsiteID"
        FROM (VALUES (${accessKey})) AS asked(access_key)
        LEFT JOIN credentials credential ON credential.access_key = asked.access_key AND ${isLive(sql`credential`)}
        LEFT JOIN accounts account ON account.id = credential.website_id`,
    );
    return { at, known: row.secretHash ? row : undefined };
  }

  /** The accounts that an account may write: itself and its sub-accounts (D12). */
  async writableBy(websiteID: number): Promise<number[]> {
    const rows = await this.executor.query<{ id: number }>(
      sql`SELECT id FROM accounts WHERE id = ${websiteID} OR main_website_id = ${websiteID} ORDER BY id`,
      'lookup',
    );
    return rows.map(({ id }) => id);
  }
}
