import { inPlaces, isSeenByPublic, OfficesQuery } from '@app/accounts';
import type { Recipient } from '@app/http';
import {
  anyRow,
  anywhere,
  Contains,
  ContainsName,
  Equals,
  equals,
  fold,
  hasAnyOf,
  hasNamePart,
  Ids,
  Matches,
  MatchesAny,
  meetsAny,
  Parameter,
  needsNear,
  whereFor,
  type Filters,
} from '@app/lists';
import { id, text } from '@app/schema';
import { allOf, anyOf, sql, type Sql, column } from '@app/sql';
import { agentSort, type AgentSort } from './agent.sorts.js';

const words = text(200);

/** The parameters of the list of agents; location filters apply to the account's address (D19). */
export class AgentsQuery extends OfficesQuery {
  @Equals(column('agent.id'), id, 'Numeric id of the agent.', {
    group: 'Words and identifiers',
    example: 1,
    selectivity: 'high',
  })
  id?: number;

  @Ids('agent', 'agents', 'Agents', '1')
  ids?: (number | string)[];

  @Matches(
    words,
    'Search text. Each word must occur in the name or an e-mail address of the agent, or in the name or hostname of the account. Not case-sensitive; accents and apostrophes make no difference in names.',
    eachWord,
    // A word may occur in the agent or in the account, so neither row can be tested alone.
    {
      group: 'Words and identifiers',
      example: 'james',
      selectivity: 'medium',
      matchesRow: { agent: () => anyRow, account: () => anyRow },
    },
  )
  s?: string;

  @Matches(text(200), 'Access key of the account of the agent. Exact, case-sensitive.', ofAccessKey, {
    group: 'Agency and people',
    example: 'adk_Example1',
    selectivity: 'high',
    matchesRow: { agent: () => anyRow, credential: (key: string) => equals('access_key', key) },
    publicValues: [],
  })
  accessKey?: string;

  @Matches(
    words,
    'Whole hostname of the account of the agent. Not case-sensitive.',
    (hostname) => sql`account.hostname = ${fold(hostname)}`,
    {
      group: 'Agency and people',
      example: 'www.harbourstone-homes.example',
      selectivity: 'high',
      matchesRow: { account: (hostname: string) => equals('hostname', fold(hostname)) },
    },
  )
  hostname?: string;

  @Equals(column('agent.website_id'), id, 'Numeric id of the account of the agent.', {
    group: 'Agency and people',
    example: 1,
    selectivity: 'high',
  })
  websiteID?: number;

  @Contains(
    column('account.full_address'),
    words,
    'Part of the full address of the account of the agent. Not case-sensitive.',
    { group: 'Place', example: 'burke street' },
  )
  address?: string;

  @Matches(words, 'Whole e-mail address of the agent, at the agency or in the CRM. Not case-sensitive.', hasEmail, {
    group: 'Agency and people',
    example: 'james.popov@harbourstone-homes.example',
    selectivity: 'high',
    matchesRow: {
      agent: (address: string) => meetsAny([equals('email_agency', fold(address)), equals('email_crm', fold(address))]),
    },
  })
  email?: string;

  @ContainsName(
    column('agent.folded_name'),
    words,
    'Part of the full name of the agent. Not case-sensitive; accents and apostrophes make no difference.',
    { group: 'Words and identifiers', example: 'popov' },
  )
  name?: string;

  @Matches(words, 'Whole slug of the agent. Not case-sensitive.', (slug) => sql`agent.slug = ${fold(slug)}`, {
    group: 'Words and identifiers',
    example: 'james-popov',
    selectivity: 'high',
    matchesRow: { agent: (slug: string) => equals('slug', fold(slug)) },
  })
  slug?: string;

  @MatchesAny(
    words,
    'Department of the agent. Exact, not case-sensitive.',
    (names) => sql`agent.departments && ${names.map(fold)}::text[]`,
    {
      group: 'Agency and people',
      example: 'sales',
      selectivity: 'medium',
      matchesRow: { agent: (names: string[]) => hasAnyOf('departments', names.map(fold)) },
    },
  )
  department?: string[];

  @Parameter(
    agentSort,
    'Order of the list: by numeric id, by name, by the time of creation (`newest`) or the last change (`updated`), the latest first; by the number of current listings (`listings-desc`) or of sales in the last 12 months (`sales-desc`), the most first; or by the distance of the office from `near`, which `distance` needs.',
    { group: 'Page, order and form', initial: 'id', needs: needsNear, example: 'listings-desc' },
  )
  sort: AgentSort;
}

function eachWord(s: string, _query: unknown, { audience }: Recipient): Sql {
  const inAgent = audience === 'public' ? inPublicAgent : (word: string) => [hasNamePart(column('agent.search'), word)];
  return allOf(s.split(/\s+/).map((word) => anyOf([...inAgent(word), inAccount(word)])));
}

const inAccount = (word: string): Sql =>
  anyOf([hasNamePart(column('account.folded_name'), word), sql`account.hostname LIKE ${anywhere(word)}`]);

/** The public does not see the address in the CRM. */
const inPublicAgent = (word: string): Sql[] => [
  hasNamePart(column('agent.folded_name'), word),
  sql`agent.email_agency LIKE ${anywhere(word)}`,
];

function ofAccessKey(key: string): Sql {
  return sql`agent.website_id = (SELECT website_id FROM credentials WHERE access_key = ${key})`;
}

function hasEmail(address: string, _query: unknown, { audience }: Recipient): Sql {
  const ofAgency = sql`agent.email_agency = ${fold(address)}`;
  return audience === 'public' ? ofAgency : sql`${ofAgency} OR agent.email_crm = ${fold(address)}`;
}

/** The tables that the filters of agents use: `agents agent` and its `accounts account`. */
export const agentsWithAccounts = sql`agents agent JOIN accounts account ON account.id = agent.website_id`;

/** The agent matches every filter, and the recipient sees it. */
export const matchesAgent = (query: Filters<AgentsQuery>, recipient: Recipient): Sql =>
  whereFor(
    recipient,
    query,
    ...inPlaces(query, 'agent', recipient),
    ...(recipient.audience === 'public' ? [{ condition: isSeenByPublic(recipient) }] : []),
  );
