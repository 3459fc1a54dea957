import type { CredentialsRepository } from '@app/auth';
import { sql } from '@app/sql';
import { wholeAccount } from './account.record.js';
import type { AccountEntity } from './entities/account.entity.js';

type AccountRow = Pick<AccountEntity, 'id' | 'uid' | 'hostname' | 'record' | 'createdAt' | 'updatedAt'> & {
  readonly accessKey: string;
  readonly sealed: Buffer;
};

/** Exports the accounts as lines of `accounts.ndjson`, with their keys. */
export const accountExport = (credentials: CredentialsRepository) => ({
  statement: sql`SELECT account.id, account.uid, account.hostname, account.record, account.created_at AS "createdAt",
      account.updated_at AS "updatedAt", pair.access_key AS "accessKey", pair.secret_sealed AS sealed
    FROM accounts account
    CROSS JOIN LATERAL (
      SELECT access_key, secret_sealed FROM credentials WHERE website_id = account.id ORDER BY id LIMIT 1
    ) pair
    ORDER BY account.id`,
  line: ({ accessKey, sealed, ...account }: AccountRow): string =>
    JSON.stringify(wholeAccount(account, credentials.reveal(accessKey, sealed))),
});
