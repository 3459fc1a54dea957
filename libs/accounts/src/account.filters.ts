import { anywhere, Contains, Equals, Matches } from '@app/lists';
import { flag, id, liveness, named, oneOf, text } from '@app/schema';
import { allOf, sql, type Sql } from '@app/sql';
import { isWithin, LocationQuery } from '@app/suburbs';
import { accountType } from './account.kinds.js';

const words = text(200);
const LISTINGS_SHOWN = {
  forsale: sql`account.has_for_sale`,
  forrent: sql`account.has_for_rent`,
  both: sql`account.has_for_sale AND account.has_for_rent`,
};

/** What the list of accounts takes. */
export class AccountsQuery extends LocationQuery {
  @Matches(words, 'Words that all occur in name, link, hostname, folder name or address', (s) => eachWord(s), {
    example: 'harbour',
    selectivity: 'medium',
  })
  s?: string;

  @Equals('account.id', id, 'Numeric id', { example: 12, selectivity: 'high' })
  id?: number;

  @Contains('lower(account.name)', words, 'Part of the name', { example: 'harb' })
  name?: string;

  @Contains('lower(account.link)', words, 'Part of the link', { example: 'harbour.example' })
  link?: string;

  @Equals('account.hostname', words, 'Hostname, case-sensitive', {
    example: 'www.harbour.example',
    selectivity: 'high',
  })
  hostname?: string;

  @Equals('account.main_website_id', id, 'Main account of sub-accounts', { example: 12, selectivity: 'high' })
  primaryID?: number;

  @Matches(
    named('ListingsShown', oneOf(['forsale', 'forrent', 'both'])),
    'What its website shows',
    (type) => LISTINGS_SHOWN[type || 'both'],
  )
  type?: string;

  @Equals('account.type', accountType, 'Type of account', { example: 'primary-account' })
  agencyType?: string;

  @Equals('account.main_website_id', id, 'Main account of sub-accounts', { example: 12, selectivity: 'high' })
  main?: number;

  @Equals('account.status', liveness, 'Whether the account is on', { example: 'live' })
  status?: boolean;

  @Equals('account.is_website_client', flag, 'Whether it is a client of the website product', { example: true })
  iswebsiteclient?: boolean;
}

/** Every word must be found, in any of the fields (D5); a line of `search` is a field. */
function eachWord(s: string): Sql {
  return allOf(s.split(/\s+/).map((word) => sql`account.search LIKE ${anywhere(word)}`));
}

/** Where the account's office is. */
export const officeWithin = (query: LocationQuery): Sql | undefined => isWithin(sql`account.suburb_id`, query);
