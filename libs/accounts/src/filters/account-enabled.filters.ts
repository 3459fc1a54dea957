import type { Invalidates } from '@app/cache';
import { sql, type Sql } from '@app/sql';

/** The account with this id is enabled. Few are not: they are looked up once. */
export const isEnabled = (websiteID: Sql): Sql => sql`${websiteID} NOT IN (SELECT id FROM accounts WHERE NOT status)`;

/** Changes that enable or disable an account. */
export const ofEnabling: Invalidates = ({ old, new: now }) =>
  (old === null && now === null) || old?.['status'] !== now?.['status'];
