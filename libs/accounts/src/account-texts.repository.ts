import { VersionedTexts, type VersionedText } from '@app/documents';
import { oneOf, sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';

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

/** The columns of `AccountText`, of `accounts account`. */
export const accountTextColumns = sql`account.uid, rtrim(account.link, '/') AS link,
  account.slug_templates AS "slugTemplates", account.listing_summary AS website`;

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
  const rows = await executor.queryPrepared<AccountText & { versionKey: string }>(
    sql`SELECT account.id || ' ' || account.xmin AS "versionKey", ${accountTextColumns}
      FROM accounts account WHERE account.id = ${oneOf(ids)}`,
  );
  return rows.map(({ versionKey, ...text }) => ({ versionKey, text }));
}
