import { select, write, type Store } from '@app/database';
import { problems } from '@app/http';
import { sql } from '@app/query';
import { Injectable } from '@nestjs/common';
import { AuthSettings } from './auth.settings.js';
import { hashOf, seal, unseal } from './secrets.js';

/** A key pair as it is shown to its owner. */
export interface KeyPair {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** What a request's access key leads to. */
export interface KnownCredential {
  readonly secretHash: Buffer;
  readonly websiteID: number;
  readonly name: string;
  readonly type: string;
  readonly status: boolean;
  readonly mainWebsiteID: number | null;
}

/** The credentials of accounts (D13). */
@Injectable()
export class CredentialsRepository {
  constructor(private readonly settings: AuthSettings) {}

  /** The credential that an access key names, with what the guard asks of its account. */
  async find(store: Store, accessKey: string): Promise<KnownCredential | undefined> {
    const [known] = await select<KnownCredential>(
      store,
      sql`SELECT credential.secret_hash AS "secretHash", account.id AS "websiteID", account.name, account.type,
          account.status, account.main_website_id AS "mainWebsiteID"
        FROM credentials credential JOIN accounts account ON account.id = credential.website_id
        WHERE credential.access_key = ${accessKey}`,
    );
    return known;
  }

  /** The accounts that an account may write: its own and its sub-accounts (D12). */
  async writableBy(store: Store, websiteID: number): Promise<number[]> {
    const rows = await select<{ id: number }>(
      store,
      sql`SELECT id FROM accounts WHERE id = ${websiteID} OR main_website_id = ${websiteID} ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  }

  /** The first pair of each account. */
  async pairs(store: Store, websiteIDs: readonly number[]): Promise<Map<number, KeyPair>> {
    const rows = await select<{ websiteID: number; accessKey: string; sealed: Buffer }>(
      store,
      sql`SELECT DISTINCT ON (website_id) website_id AS "websiteID", access_key AS "accessKey", secret_sealed AS sealed
        FROM credentials WHERE website_id = ANY(${websiteIDs}::int[]) ORDER BY website_id, id`,
    );
    const { secretsKey } = this.settings;
    return new Map(
      rows.map(({ websiteID, accessKey, sealed }) => [websiteID, { accessKey, secretKey: unseal(sealed, secretsKey) }]),
    );
  }

  /** Makes the first pair of an account, or changes it. @throws DUPLICATE_ACCESS_KEY */
  async save(store: Store, websiteID: number, pair: KeyPair): Promise<void> {
    if (pair.accessKey === this.settings.rootAccessKey) throw problems.duplicateAccessKey();
    const hash = hashOf(pair.secretKey);
    const sealed = seal(pair.secretKey, this.settings.secretsKey);
    const first = sql`SELECT id FROM credentials WHERE website_id = ${websiteID} ORDER BY id LIMIT 1`;
    const taken = await select(
      store,
      sql`SELECT FROM credentials WHERE access_key = ${pair.accessKey} AND id IS DISTINCT FROM (${first})`,
    );
    if (taken.length > 0) throw problems.duplicateAccessKey();
    const changed = await write(
      store,
      sql`UPDATE credentials SET access_key = ${pair.accessKey}, secret_hash = ${hash}, secret_sealed = ${sealed}
        WHERE id = (${first}) RETURNING id`,
    );
    if (changed.length > 0) return;
    await select(
      store,
      sql`INSERT INTO credentials (website_id, access_key, secret_hash, secret_sealed)
        VALUES (${websiteID}, ${pair.accessKey}, ${hash}, ${sealed})`,
    );
  }
}

/** A concurrent writer may take the key between the look and the write; PostgreSQL then says so. */
export function isDuplicateAccessKey(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'credentials_access_key_key';
}
