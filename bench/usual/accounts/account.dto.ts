import { Expose } from 'class-transformer';
import type { Account } from '../entities/account.entity.js';

const ITEM_FIELDS = ['websiteID', 'logo', 'favicon', 'name', 'link', 'hostname', 'isWebsiteClient', 'config'] as const;

/** Some of an account's fields. */
export function accountFields({ id, hostname, record }: Account, names: readonly string[]): Record<string, unknown> {
  const known: Record<string, unknown> = { ...record, websiteID: id, hostname };
  return Object.fromEntries(names.map((name) => [name, known[name]]));
}

/** The list representation. */
export class AccountItemDto {
  @Expose() websiteID: number;

  constructor(account: Account) {
    Object.assign(this, accountFields(account, ITEM_FIELDS));
  }
}
