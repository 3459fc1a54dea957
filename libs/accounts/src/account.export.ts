import { ownPair, type CredentialsRepository } from '@app/auth';
import { filtersOf, type ExportLines } from '@app/lists';
import { sql, type Sql } from '@app/sql';
import { accountTexts, staleAccount, type AccountSource } from './account.documents.js';
import { AccountsQuery, matchesAccount } from './account.filters.js';
import { wholeAccount } from './account.record.js';
import type { AccountEntity } from './entities/account.entity.js';

/** The parameters of an export of accounts. */
export class AccountsExportQuery extends filtersOf(AccountsQuery) {}

interface DetailRow {
  readonly detail: string;
  readonly staleAccount: AccountSource | null;
}

/** Accounts, each as its single read shows it. */
export const accountExport = (query: AccountsExportQuery): ExportLines<DetailRow> => ({
  statement: sql`SELECT account.detail, ${staleAccount()} FROM accounts account
    WHERE ${matchesAccount(query)} ORDER BY account.id`,
  line: ({ detail, staleAccount: source }) => (source ? accountTexts(source).detail : detail),
});

type AccountRow = Pick<AccountEntity, 'id' | 'uid' | 'hostname' | 'record' | 'createdAt' | 'updatedAt'> & {
  readonly accessKey: string;
};

/** @param secret a column of the account's own pair, or nothing */
const wholeAccounts = (query: AccountsExportQuery, secret: Sql): Sql => sql`
  SELECT account.id, account.uid, account.hostname, account.record, account.created_at AS "createdAt",
    account.updated_at AS "updatedAt", pair.*
  FROM accounts account
  CROSS JOIN LATERAL (
    ${ownPair(sql`own.access_key AS "accessKey"${secret}`, sql`account.id`)}
  ) pair
  WHERE ${matchesAccount(query)} ORDER BY account.id`;

/** Accounts with every field but their secrets. */
export const wholeAccountExport = (query: AccountsExportQuery): ExportLines<AccountRow> => ({
  statement: wholeAccounts(query, sql``),
  line: ({ accessKey, ...account }) => {
    const { secretKey: _, ...shown } = wholeAccount(account, { accessKey, secretKey: '' });
    return JSON.stringify(shown);
  },
});

/** Accounts as lines of a bundle that restores them: with their secrets. */
export const restorableAccountExport = (
  query: AccountsExportQuery,
  credentials: CredentialsRepository,
): ExportLines<AccountRow & { readonly sealed: Buffer }> => ({
  statement: wholeAccounts(query, sql`, own.secret_sealed AS sealed`),
  line: ({ accessKey, sealed, ...account }) =>
    JSON.stringify(wholeAccount(account, credentials.reveal(accessKey, sealed))),
});
