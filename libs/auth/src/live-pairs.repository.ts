import { SETTINGS, type Settings } from '@app/config';
import { sealed, sql, SqlExecutor } from '@app/sql';
import { Inject, Injectable } from '@nestjs/common';
import { isLive, ownPair, type KeyPair } from './credentials.repository.js';
import type { Scope } from './dto/auth.kinds.js';
import { hashOf } from './keys.js';

/** A key pair that has not expired, without its secret. */
export interface LivePair {
  readonly id: number;
  readonly websiteID: number;
  readonly label: string;
  readonly accessKey: string;
  readonly scope: Scope;
  /** Whether it is the `accessKey` and `secretKey` of its account. */
  readonly own: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** The key pairs of accounts that have not expired, by the clock of the database (ADR 4). */
@Injectable()
export class LivePairsRepository {
  constructor(
    private readonly executor: SqlExecutor,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The key pairs of an account, the oldest first. */
  list(websiteID: number, executor = this.executor): Promise<LivePair[]> {
    return executor.query<LivePair>(sql`
      SELECT credential.id, credential.website_id AS "websiteID", credential.label, credential.access_key AS "accessKey",
        credential.scope, credential.id = (${ownPair(sql`own.id`, sql`credential.website_id`)}) AS own,
        credential.created_at AS "createdAt", credential.expires_at AS "expiresAt", last.used_at AS "lastUsedAt"
      FROM credentials credential LEFT JOIN credential_uses last ON last.credential_id = credential.id
      WHERE credential.website_id = ${websiteID} AND ${isLive(sql`credential`)} ORDER BY credential.id`);
  }

  /** Stores a new pair. The caller has locked the account. @returns its id */
  async create(
    executor: SqlExecutor,
    { accessKey, secretKey }: KeyPair,
    { websiteID, scope, label }: Pick<LivePair, 'websiteID' | 'scope' | 'label'>,
  ): Promise<number> {
    const [created] = await executor.execute<{ id: number }>(sql`
      INSERT INTO credentials (website_id, access_key, secret_hash, secret_sealed, scope, label)
      VALUES (${websiteID}, ${accessKey}, ${hashOf(secretKey)}, ${sealed(secretKey, this.settings)},
        ${scope}, ${label})
      RETURNING id`);
    if (!created) throw new Error('The inserted row was not returned');
    return created.id;
  }

  /** Makes a key pair expire after a number of seconds, unless it expires earlier. @returns the expiry */
  async expire(executor: SqlExecutor, id: number, seconds: number): Promise<Date> {
    const [row] = await executor.execute<{ expiresAt: Date }>(sql`UPDATE credentials
      SET expires_at = least(expires_at, clock_timestamp() + make_interval(secs => ${seconds})) WHERE id = ${id}
      RETURNING expires_at AS "expiresAt"`);
    if (!row) throw new Error(`Credential ${id} does not exist`);
    return row.expiresAt;
  }

  async remove(executor: SqlExecutor, id: number): Promise<void> {
    await executor.execute(sql`DELETE FROM credentials WHERE id = ${id}`);
  }

  /** Removes the expired key pairs of an account. */
  async removeEnded(executor: SqlExecutor, websiteID: number): Promise<void> {
    await executor.execute(
      sql`DELETE FROM credentials WHERE website_id = ${websiteID} AND NOT ${isLive(sql`credentials`)}`,
    );
  }
}
