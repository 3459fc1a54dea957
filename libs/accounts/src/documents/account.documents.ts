import { defineDocuments } from '@app/documents';
import { parseUrl } from '@app/process';
import { applyDefaults, fittingText, publicForm, wholeText, type Class } from '@app/schema';
import { sql } from '@app/sql';
import {
  AccountCard,
  AccountDetail,
  AccountItem,
  AgentStoredWebsite,
  ListingWebsite,
  type AccountFields,
} from '../dto/account.fields.js';

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

/** Maximum length of a host name in ASCII. */
const MAX_HOSTNAME = 253;

/** The host name of a link (D14), in ASCII; as written if it has no ASCII form, such as `http://256.256.256.256`. */
export function hostnameOf(link: string): string {
  const hostname = parseUrl(link)?.hostname ?? '';
  if (hostname !== '' && hostname.length <= MAX_HOSTNAME) return hostname;
  const [, host = ''] = /^\w+:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]*)/.exec(link) ?? [];
  return host.toLowerCase();
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
});
