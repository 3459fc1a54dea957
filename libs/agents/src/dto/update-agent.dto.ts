import { AgentWebsite } from '@app/accounts';
import { ListOf, Nested } from '@app/schema';
import { AgentChange, ListingsStats } from '../agent.fields.js';

/** The body of an update: any subset of the fields; a read-only field may repeat its current value (D17). */
export class UpdateAgentDto extends AgentChange {
  _id: string;
  id: number;
  createdAt: string;
  updatedAt: string;

  @ListOf(() => ListingsStats, 'As a read answers them', { readOnly: true }) listingsStats: ListingsStats[];
  @Nested(() => AgentWebsite, 'As a read answers it', { readOnly: true }) website: object;
}
