import { VersionedTexts, type VersionedText } from '@app/documents';
import { oneOf, sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { accountTexts, staleAccount, type AccountSource } from './account.documents.js';

/** What listings show of their account. */
export interface AccountText {
  readonly uid: string;
  /** Without a slash at its end. */
  readonly link: string;
  /** Slug templates by listing type. */
  readonly slugTemplates: Readonly<Record<string, string>>;
  /** The account inside a listing, as JSON text. */
  readonly website: string;
}

/** The columns read for it; `staleAccount`: the source, if they have another representation version. */
export interface AccountTextRow extends AccountText {
  readonly staleAccount: AccountSource | null;
}

/** What a listing shows of the account of a row, in the present representation. */
export const accountTextOf = ({
  uid,
  link,
  slugTemplates,
  website,
  staleAccount: source,
}: AccountTextRow): AccountText => ({
  uid,
  link: link.replace(/\/+$/, ''),
  slugTemplates,
  website: source ? accountTexts(source).listingSummary : website,
});

/** The columns of `AccountTextRow`, of `accounts account`. */
export const accountTextColumns = () => sql`account.uid, account.link, account.slug_templates AS "slugTemplates",
  account.listing_summary AS website, ${staleAccount()}`;

const MAX_BYTES = 16 * 1024 * 1024;

/** SQL column of `accounts account`: its name in `AccountTexts`. PostgreSQL changes `xmin` with every write of the row. */
export const accountVersionKey = sql`account.id || ' ' || account.xmin AS website`;

/** What listings show of accounts, kept in the process by id and version (ADR 22). */
@Injectable()
export class AccountTexts extends VersionedTexts<AccountText> {
  constructor() {
    super(MAX_BYTES, sizeOf, read);
  }
}

const sizeOf = ({ link, website, slugTemplates }: AccountText): number =>
  link.length + website.length + JSON.stringify(slugTemplates).length;

async function read(executor: SqlExecutor, ids: readonly number[]): Promise<VersionedText<AccountText>[]> {
  const rows = await executor.queryPrepared<AccountTextRow & { versionKey: string }>(
    sql`SELECT account.id || ' ' || account.xmin AS "versionKey", ${accountTextColumns()}
      FROM accounts account WHERE account.id = ${oneOf(ids)}`,
  );
  return rows.map((row) => ({ versionKey: row.versionKey, text: accountTextOf(row) }));
}
