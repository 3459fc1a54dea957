import {
  Contains,
  ContainsName,
  containsName,
  Equals,
  equals,
  hasNamePart,
  Ids,
  Matches,
  meetsAll,
  Parameter,
  needsNear,
  whereFor,
  type Filters,
} from '@app/lists';
import type { MatchesRow } from '@app/cache';
import { OPERATOR, type Recipient } from '@app/http';
import { flag, id, liveness, named, oneOf, text } from '@app/schema';
import { allOf, sql, type Sql, column, lower } from '@app/sql';
import { accountTypeOrPrimary } from '../dto/account.kinds.js';
import { accountSort, type AccountSort } from './account.sorts.js';
import { inPlaces, isSeenByPublic, OfficesQuery } from './offices.query.js';

const words = text(200);
const LISTINGS_SHOWN = {
  forsale: sql`account.has_for_sale`,
  forrent: sql`account.has_for_rent`,
  both: sql`account.has_for_sale AND account.has_for_rent`,
};

/** The parameters of the list of accounts. */
export class AccountsQuery extends OfficesQuery {
  @Matches(
    words,
    'Search text. Each word must occur in the name, link, hostname, folder name (first part of the hostname, without www) or address. Not case-sensitive; accents and apostrophes make no difference.',
    (s) => eachWord(s),
    {
      group: 'Words and identifiers',
      example: 'harbour',
      selectivity: 'medium',
      matchesRow: { account: (s: string) => meetsAll(s.split(/\s+/).map((word) => containsName('search', word))) },
    },
  )
  s?: string;

  @Equals(column('account.id'), id, 'Numeric id (`websiteID`) of the account.', {
    group: 'Words and identifiers',
    example: 1,
    selectivity: 'high',
  })
  id?: number;

  @Ids('account', 'accounts', 'Accounts', '1')
  ids?: (number | string)[];

  @ContainsName(
    column('account.folded_name'),
    words,
    'Part of the name of the account. Not case-sensitive; accents and apostrophes make no difference.',
    { group: 'Words and identifiers', example: 'harb' },
  )
  name?: string;

  @Contains(lower(column('account.link')), words, 'Part of `link`. Not case-sensitive.', {
    group: 'Agency and people',
    example: 'harbourstone',
  })
  link?: string;

  @Equals(
    column('account.hostname'),
    words,
    'Whole hostname of the website. Case-sensitive; hostnames are stored in lower case.',
    { group: 'Agency and people', example: 'www.harbourstone-homes.example', selectivity: 'high' },
  )
  hostname?: string;

  @Equals(
    column('account.main_website_id'),
    id,
    'Numeric id of a main account: finds its sub-accounts. The same as `main`.',
    { group: 'Agency and people', example: 1, selectivity: 'high', publicValues: [] },
  )
  primaryID?: number;

  @Matches(
    named('ListingsShown', 'Kinds of listings that a website shows.', oneOf(['forsale', 'forrent', 'both'])),
    'Kinds of listings that the website shows: `forsale`, `forrent`, or `both` (for sale as well as for rent).',
    (type) => LISTINGS_SHOWN[type || 'both'],
    { group: 'Kind and status', example: 'forrent', matchesRow: { account: showsListings } },
  )
  type?: string;

  @Equals(column('account.type'), accountTypeOrPrimary, 'Type of the account.', {
    group: 'Kind and status',
    example: 'primary-account',
    publicValues: [],
  })
  agencyType?: string;

  @Equals(
    column('account.main_website_id'),
    id,
    'Numeric id of a main account: finds its sub-accounts. The same as `primaryID`.',
    { group: 'Agency and people', example: 1, selectivity: 'high', publicValues: [] },
  )
  main?: number;

  @Equals(
    column('account.status'),
    liveness,
    'Whether the account is enabled; `live` and `active` mean true. When absent, the list has enabled and disabled accounts.',
    { group: 'Kind and status', example: 'live' },
  )
  status?: boolean;

  @Equals(column('account.is_website_client'), flag, 'Whether the account is a client of the website product.', {
    group: 'Kind and status',
    example: true,
    publicValues: [],
  })
  iswebsiteclient?: boolean;

  @Parameter(
    accountSort,
    'Order of the list: by websiteID (`id`), by name, by the time of creation (`newest`) or the last change (`updated`), the latest first; by the number of current listings (`listings-desc`) or of sales in the last 12 months (`sales-desc`), the most first; or by the distance from `near`, which `distance` needs.',
    { group: 'Page, order and form', initial: 'id', needs: needsNear, example: 'name' },
  )
  sort: AccountSort;
}

/** Whether a logged row meets `LISTINGS_SHOWN`. */
function showsListings(type: string): MatchesRow | undefined {
  const [forSale, forRent] = [equals('has_for_sale', true), equals('has_for_rent', true)];
  if (type === 'forsale') return forSale;
  return type === 'forrent' ? forRent : meetsAll([forSale, forRent]);
}

/** Each word must occur in one of the fields (D5); each line of `search` is a field. */
function eachWord(s: string): Sql {
  return allOf(s.split(/\s+/).map((word) => hasNamePart(column('account.search'), word)));
}

/** The account matches every filter, and the recipient sees it. */
export const matchesAccount = (query: Filters<AccountsQuery>, recipient: Recipient = OPERATOR): Sql =>
  whereFor(
    recipient,
    query,
    ...inPlaces(query, 'account', recipient),
    ...(recipient.audience === 'public' ? [{ condition: isSeenByPublic(recipient) }] : []),
  );
