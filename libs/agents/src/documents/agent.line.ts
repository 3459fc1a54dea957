import { Field, derived, Required, text } from '@app/schema';
import { AgentChange } from '../dto/agent.fields.js';

/**
 * A line of `agents.ndjson`: the single representation, with the e-mail in either form. An agent without an id is new.
 */
export class AgentLine extends AgentChange {
  _id?: string;
  id?: number;
  createdAt?: string;
  updatedAt?: string;

  @Field(text(100), 'Id of the person in feeds (`uniqueListingAgentID`). Unique in the account', { optional: true })
  uniqueListingAgentID?: string;

  @Required() override websiteID: number;
  @Required() override name: string;
  @Required() override firstname: string;
  @Required() override lastname: string;
  @Field(derived, 'Derived from the listings') listingsStats?: unknown;
  @Field(derived, 'Derived from the account') website?: unknown;
}
