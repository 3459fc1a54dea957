import { anywhere, Contains, Equals, fold, Matches, MatchesAny } from '@app/lists';
import { id, text } from '@app/schema';
import { allOf, sql, type Sql } from '@app/sql';
import { LocationQuery } from '@app/suburbs';

const words = text(200);

/** What the list of agents takes; location filters are those of the account's address (D19). */
export class AgentsQuery extends LocationQuery {
  @Equals('agent.id', id, 'Numeric id', { example: 31, selectivity: 'high' })
  id?: number;

  @Matches(words, "Words that all occur in the name, an e-mail, or the account's name or hostname", eachWord, {
    example: 'jane',
    selectivity: 'medium',
  })
  s?: string;

  @Matches(text(200), 'Access key of the account', ofAccessKey, {
    example: 'harbour-access-key',
    selectivity: 'high',
  })
  accessKey?: string;

  @Matches(words, 'Hostname of the account', (hostname) => sql`account.hostname = ${fold(hostname)}`, {
    example: 'www.harbour.example',
    selectivity: 'high',
  })
  hostname?: string;

  @Equals('agent.website_id', id, 'Account', { example: 12, selectivity: 'high' })
  websiteID?: number;

  @Contains('account.full_address', words, "Part of the account's address", { example: 'main road' })
  address?: string;

  @Matches(words, 'E-mail address, agency or CRM', hasEmail, { example: 'jane@harbour.example', selectivity: 'high' })
  email?: string;

  @Contains('lower(agent.name)', words, 'Part of the name', { example: 'citi' })
  name?: string;

  @Matches(words, 'Slug', (slug) => sql`agent.slug = ${fold(slug)}`, { example: 'jane-citizen', selectivity: 'high' })
  slug?: string;

  @MatchesAny(words, 'Department', (names) => sql`agent.departments && ${names.map(fold)}::text[]`, {
    example: 'sales',
    selectivity: 'medium',
  })
  department?: string[];
}

function eachWord(s: string): Sql {
  return allOf(
    s.split(/\s+/).map((word) => {
      const part = anywhere(word);
      return sql`agent.search LIKE ${part} OR lower(account.name) LIKE ${part} OR account.hostname LIKE ${part}`;
    }),
  );
}

function ofAccessKey(key: string): Sql {
  return sql`agent.website_id = (SELECT website_id FROM credentials WHERE access_key = ${key})`;
}

function hasEmail(address: string): Sql {
  return sql`agent.email_agency = ${fold(address)} OR agent.email_crm = ${fold(address)}`;
}
