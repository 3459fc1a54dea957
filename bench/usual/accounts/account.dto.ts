import { Expose } from 'class-transformer';
import type { Account } from '../entities/account.entity.js';
import { fieldsOf } from '../fields.js';

const ITEM_FIELDS = ['logo', 'favicon', 'name', 'link', 'hostname', 'isWebsiteClient', 'config'] as const;

/** The list representation. */
export class AccountItemDto {
  @Expose() websiteID: number;

  constructor(account: Account) {
    Object.assign(this, { websiteID: account.id, ...fieldsOf(account, ITEM_FIELDS) });
  }
}
