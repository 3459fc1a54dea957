import { defineDocuments } from '@app/documents';
import { applyDefaults, fittingText, publicForm, wholeText, type Class } from '@app/schema';
import { sql } from '@app/sql';
import {
  AccountCard,
  AccountDetail,
  AccountItem,
  AgentStoredWebsite,
  ListingWebsite,
  AccountFields,
} from '../dto/account.fields.js';
import { AccountEntity } from '../entities/account.entity.js';
import { hostnameOf } from './account-hostname.js';
import { accountColumns } from './account.columns.js';

/** Every writable field except the credentials. */
export type AccountRecord = Omit<AccountFields, 'accessKey' | 'secretKey'>;

/** The data from which an account's documents are built. */
export interface AccountSource {
  readonly id: number;
  readonly uid: string;
  readonly record: AccountRecord;
}

/** The JSON texts of an account: for lists, single reads, listings and agents. */
export function accountTexts({ id, uid, record }: AccountSource) {
  const shown = { ...record, _id: uid, websiteID: id, hostname: hostnameOf(record.link) };
  const as = (type: Class) => JSON.stringify(applyDefaults(type, shown));
  return {
    item: as(AccountItem),
    detail: as(AccountDetail),
    listingSummary: as(ListingWebsite),
    publicSummary: JSON.stringify(publicForm(ListingWebsite, applyDefaults(ListingWebsite, shown))),
    listingCard: JSON.stringify(applyDefaults(AccountCard, cardOf(shown))),
    agentSummary: as(AgentStoredWebsite),
  };
}

/** Maximum size of the name on cards, and of each logo, in bytes of JSON. */
const [MOST_NAME, MOST_LOGO] = [82, 82];

function cardOf({ websiteID, name, logo }: Pick<AccountCard, 'websiteID' | 'name' | 'logo'>): AccountCard {
  const logos = Object.entries(logo).map(([of, url]) => [of, wholeText(url, MOST_LOGO)]);
  return { websiteID, name: fittingText(name, MOST_NAME), logo: Object.fromEntries(logos) as AccountCard['logo'] };
}

/** The prebuilt documents of an account. */
export const accountDocuments = defineDocuments<AccountSource>({
  table: 'accounts',
  key: 'id',
  types: [AccountItem, AccountDetail, ListingWebsite, AccountCard, AgentStoredWebsite],
  revision: 1,
  columns: {
    item: 'text',
    detail: 'text',
    listing_summary: 'text',
    public_summary: 'text',
    listing_card: 'text',
    agent_summary: 'text',
  },
  source: {
    from: sql`accounts account`,
    alias: 'account',
    columns: sql`account.id, account.uid, account.record`,
  },
  remake: (source) => {
    const { listingSummary, publicSummary, listingCard, agentSummary, ...texts } = accountTexts(source);
    return {
      ...texts,
      listing_summary: listingSummary,
      public_summary: publicSummary,
      listing_card: listingCard,
      agent_summary: agentSummary,
    };
  },
  derived: [
    {
      entity: AccountEntity,
      of: ({ id, record }) => ({ id, ...accountColumns(applyDefaults(AccountFields, record)) }),
    },
  ],
});
