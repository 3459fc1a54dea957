import { raw, sql, type Sql } from '@app/sql';

/** What the coordinates of a row of listings or properties are; null without any. */
export const accuracyOf = (alias: string): Sql =>
  sql`CASE ${raw(alias)}.is_centre WHEN true THEN 'suburb' WHEN false THEN 'exact' END`;
