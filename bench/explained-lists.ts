import { AccountEntity, AccountsQuery, AccountsRepository, AccountTexts } from '@app/accounts';
import { AgentCards, AgentEntity, AgentNames, AgentsQuery, AgentsRepository, PublicAgentCards } from '@app/agents';
import {
  ListingFacetsQuery,
  ListingFacetsRepository,
  ListingItems,
  ListingSingles,
  ListingsQuery,
  ListingsRepository,
} from '@app/listings';
import { FacetReader, PageReader, parametersOf, readQuery, type ListQuery } from '@app/lists';
import { PropertiesQuery, PropertiesRepository } from '@app/properties';
import { CachedTotals, SnapshotClock } from '@app/cache';
import type { SqlExecutor } from '@app/sql';
import { SuburbsQuery, SuburbsRepository } from '@app/suburbs';
import type { Sample } from './samples.js';

/** What is asked by every parameter. */
export interface ExplainedList {
  readonly name: string;
  readonly type: new () => object;
  /** Whether its parameters are asked in pairs, too. */
  readonly isPaired: boolean;
  /** Whether a parameter may be asked. */
  readonly takes: (name: string) => boolean;
  /** Asks by an executor that has remembered nothing; returns how many were found. */
  readonly ask: (executor: SqlExecutor, query: Sample) => Promise<number>;
}

/** The counts that a page of results shows. */
const FACETS = 'bedrooms,category,suburb,features,price';

/** Every list, the counts, and what the public reads of them. */
export function explainedLists(executor: SqlExecutor): ExplainedList[] {
  const accounts = new AccountTexts();
  const names = new AgentNames();
  const singles = new ListingSingles(accounts, new AgentCards(), new PublicAgentCards());
  const shown = [new ListingItems(accounts, names), singles] as const;
  const { manager } = executor;
  return [
    {
      ...listOf('listings', ListingsQuery, (query) =>
        new ListingsRepository(executor, ...shown).list(query, 'clients'),
      ),
      isPaired: true,
    },
    listOf('properties', PropertiesQuery, (query) =>
      new PropertiesRepository(executor, ...shown).list(query, 'clients'),
    ),
    listOf('suburbs', SuburbsQuery, (query) => new SuburbsRepository().list(query)),
    listOf('agents', AgentsQuery, (query) =>
      new AgentsRepository(manager.getRepository(AgentEntity), executor).list(query, 'clients'),
    ),
    listOf('accounts', AccountsQuery, (query) =>
      new AccountsRepository(manager.getRepository(AccountEntity), executor).list(query),
    ),
    forPublic(
      listOf('public listings', ListingsQuery, (query) =>
        new ListingsRepository(executor, ...shown).list(query, 'public'),
      ),
    ),
    forPublic(
      listOf('public properties', PropertiesQuery, (query) =>
        new PropertiesRepository(executor, ...shown).list(query, 'public'),
      ),
    ),
    countsFor('clients'),
    forPublic(countsFor('public')),
  ];
}

function listOf<Query extends object>(
  name: string,
  type: new () => Query,
  list: (query: Query) => ListQuery,
): ExplainedList {
  return {
    name,
    type,
    isPaired: false,
    takes: () => true,
    ask: async (executor, query) => {
      const { total } = await new PageReader(executor, new CachedTotals(new SnapshotClock(executor))).read(
        list(readQuery(type, query)),
      );
      return total;
    },
  };
}

const countsFor = (audience: 'clients' | 'public'): ExplainedList => ({
  name: `counts for ${audience}`,
  type: ListingFacetsQuery,
  isPaired: false,
  takes: () => true,
  ask: async (executor, query) => {
    const repository = new ListingFacetsRepository(executor, new FacetReader(executor));
    const { counts } = await repository.count(readQuery(ListingFacetsQuery, { facets: FACETS, ...query }), audience);
    return counts.total;
  },
});

/** Without the parameters that are not wholly open to the public. */
const forPublic = (list: ExplainedList): ExplainedList => ({
  ...list,
  takes: (name) => !parametersOf(list.type).get(name)?.forPublic?.allows,
});
