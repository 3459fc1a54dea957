import { AgentWebsite, IgnoredCounts, type ListingCounts } from '@app/accounts';
import { ListOf, Nested } from '@app/schema';
import { AgentChange, ListingsStats } from './agent.fields.js';

/** The body of an update: any subset of the fields; a read-only field may repeat its current value (D17). */
export class UpdateAgentDto extends AgentChange {
  _id: string;
  id: number;
  createdAt: string;
  updatedAt: string;

  @ListOf(() => ListingsStats, 'Accepted only if it repeats the current value.', { readOnly: true })
  listingsStats: ListingsStats[];
  @Nested(() => AgentWebsite, 'Accepted only if it repeats the current value.', { readOnly: true }) website: object;
  @IgnoredCounts() listingCounts?: ListingCounts;
}
