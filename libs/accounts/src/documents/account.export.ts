import { ownPair, recipientFor, type CredentialsRepository, type Viewer } from '@app/auth';
import { filtersOf, type ExportLines } from '@app/lists';
import { sql, type Sql } from '@app/sql';
import { accountTexts, type AccountRecord } from './account.documents.js';
import { AccountsQuery, matchesAccount } from '../filters/account.filters.js';
import { storedAccountRecord, wholeAccount } from './account.record.js';
import type { AccountEntity } from '../entities/account.entity.js';

/** The parameters of an export of accounts. */
export class AccountsExportQuery extends filtersOf(AccountsQuery) {}

type AccountRow = Pick<AccountEntity, 'id' | 'uid' | 'hostname' | 'record' | 'createdAt' | 'updatedAt'> & {
  readonly accessKey: string;
};

/** @param more further columns, which may be columns of the account's own pair */
const wholeAccounts = (condition: Sql, more = sql``): Sql => sql`
  SELECT account.id, account.uid, account.hostname, account.record, account.created_at AS "createdAt",
    account.updated_at AS "updatedAt", pair.*
  FROM accounts account
  CROSS JOIN LATERAL (
    ${ownPair(sql`own.access_key AS "accessKey"${more}`, sql`account.id`)}
  ) pair
  WHERE ${condition} ORDER BY account.id`;

const withoutSecret = ({ accessKey, ...account }: AccountRow): string => {
  const { secretKey: _, ...shown } = wholeAccount(account, { accessKey, secretKey: '' });
  return JSON.stringify(shown);
};

/**
 * Accounts as lines of an export, and as documents of the change feed, with the fields that the viewer may see (B51).
 */
export const accountExport = (query: AccountsExportQuery, viewer: Viewer): ExportLines<AccountRow> => ({
  statement: wholeAccounts(matchesAccount(query, recipientFor(viewer))),
  line: (row) => {
    const record = storedAccountRecord(row);
    if (isOwn(viewer, row.id, record)) return withoutSecret(row);
    const { detail } = accountTexts({ ...row, record });
    return `${detail.slice(0, -1)},"status":${record.status}}`;
  },
});

const isOwn = ({ isOperator, ownID }: Viewer, id: number, { subsiteDetails }: AccountRecord): boolean =>
  isOperator || (ownID !== undefined && (ownID === id || ownID === subsiteDetails.mainWebsiteID));

/** A row of `ownAccount`. */
export type OwnAccountRow = AccountRow & { readonly version: number };

/** One account with every field except its secret. */
export const ownAccount = (id: number) => ({
  statement: wholeAccounts(sql`account.id = ${id}`, sql`, account.version`),
  line: withoutSecret,
});

/** Accounts as lines of a restorable bundle, with their secrets. */
export const restorableAccountExport = (
  query: AccountsExportQuery,
  credentials: CredentialsRepository,
): ExportLines<AccountRow & { readonly sealed: Buffer }> => ({
  statement: wholeAccounts(matchesAccount(query), sql`, own.secret_sealed AS sealed`),
  line: ({ accessKey, sealed, ...account }) =>
    JSON.stringify(wholeAccount(account, credentials.reveal(accessKey, sealed))),
});
