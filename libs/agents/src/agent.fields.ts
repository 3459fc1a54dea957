import { AgentWebsite, SocialMedia } from '@app/accounts';
import {
  asPart,
  emailAddress,
  Field,
  FieldsOf,
  fieldsOf,
  id,
  instant,
  list,
  ListOf,
  named,
  Nested,
  oneOf,
  tally,
  text,
  uid,
  url,
  view,
  words,
} from '@app/schema';
import { emailOfAgent, slug, sum } from './agent.kinds.js';

export class Telephone {
  @Field(text(50), 'Number', { example: '03 9000 0001' }) number: string;
  @Field(text(50), 'BH or mobile', { example: 'BH' }) type: string;
}

export class AgentEmail {
  @Field(emailAddress, 'The one that the agency shows', { example: 'jane@harbour.example' }) agency: string;
  @Field(emailAddress, 'The one of the CRM', { example: '' }) crm: string;
}

/** What every shape of an agent has; its e-mail differs. */
class AgentCore {
  @Field(id, 'Account of the agent', { notNullable: true, example: 12 }) websiteID: number;
  @Field(list(text(100)), 'Offices', { example: ['HARB1'] }) officeID: string[];
  @Field(words, 'Whole name', { notNullable: true, example: 'Jane Citizen' }) name: string;
  @Field(words, 'First name', { notNullable: true, example: 'Jane' }) firstname: string;
  @Field(words, 'Last name', { notNullable: true, example: 'Citizen' }) lastname: string;
  @Field(slug, 'Unique slug; made of the name when not given', { notNullable: true, example: 'jane-citizen' })
  slug: string;
  @ListOf(() => Telephone, 'Telephone numbers', { max: 100 }) telephone: Telephone[];
  @Field(url, 'Video', { example: '' }) profileVideo: string;
  @Field(text(20_000), 'Biography', { example: 'Twenty years by the harbour.' }) biography: string;

  @Field(list(text(100)), 'Such as principal, sales, administrator, rentals, commercial', { example: ['sales'] })
  departments: string[];

  @Field(list(text(200)), 'Positions', { example: ['Senior Agent'] }) positions: string[];
  @Field(url, 'Portrait', { example: 'https://cdn.harbour.example/jane.jpg' }) profileImage: string;
  @Field(url, 'Profile page', { example: 'https://www.harbour.example/jane-citizen' }) profileLink: string;
  @Nested(() => SocialMedia, 'Social media') socialMedia: SocialMedia;
}

/** Every field of an agent that can be written. */
export class AgentFields extends AgentCore {
  @Nested(() => AgentEmail, 'E-mail addresses') email: AgentEmail;
}

const derived = { readOnly: true, notNullable: true };

/** What the service adds. */
class AgentIdentity {
  @Field(uid, 'Object identifier', derived) _id: string;
  @Field(id, 'Numeric id', { ...derived, example: 31 }) id: number;
  @Field(instant, 'Created', derived) createdAt: string;
  @Field(instant, 'Last changed', derived) updatedAt: string;
}

/** The answer to a create: the fields as submitted, with both e-mail addresses (D19). */
@FieldsOf(AgentIdentity)
export class CreatedAgent extends AgentFields {
  _id: string;
  id: number;
  createdAt: string;
  updatedAt: string;
}

/** A body of an update: any subset; the e-mail in either shape (D17, D19). */
@FieldsOf(AgentIdentity)
export class AgentChange extends AgentCore {
  @Field(emailOfAgent, 'Both addresses, or the text that reads answer', { example: 'jane@harbour.example' })
  email: AgentEmail | string;
}

/** Listings of one status and one type. */
export class ListingsStats {
  @Field(tally, 'How many', { notNullable: true, example: 14 }) totalListings: number;
  @Field(sum, 'Sum of price.value', { notNullable: true, example: 12_600_000 }) totalListingValues: number;
  @Field(sum, 'Sum of sold prices', { notNullable: true, example: 0 }) totalSoldPrices: number;
  @Field(sum, 'Sum of rents', { notNullable: true, example: 1_850 }) totalRentPrices: number;
  @Field(named('ListingsStatsStatus', oneOf(['current', 'sold'])), 'Status', { notNullable: true, example: 'current' })
  status: string;
  @Field(named('ListingsStatsType', oneOf(['residential', 'commercial', 'land'])), 'Type', {
    notNullable: true,
    example: 'residential',
  })
  listingType: string;
  @Field(instant, 'Latest change', { notNullable: true }) modtime: string;
}

/** The single representation. */
@FieldsOf(AgentIdentity)
export class AgentResponse extends AgentCore {
  _id: string;
  id: number;
  createdAt: string;
  updatedAt: string;

  @Field(text(300), 'The agency address, else that of the CRM', { example: 'jane@harbour.example' }) email: string;
  @ListOf(() => ListingsStats, 'Listings by status and type', { readOnly: true }) listingsStats: ListingsStats[];
  @Nested(() => AgentWebsite, 'The account', { readOnly: true }) website: object;
}

const without = (...left: (keyof AgentResponse)[]) =>
  fieldsOf(AgentResponse)
    .map((field) => field.name as keyof AgentResponse)
    .filter((name) => !left.includes(name));

/** What all representations have in common. */
asPart(
  view(
    AgentResponse,
    'AgentProfile',
    without('_id', 'id', 'createdAt', 'updatedAt', 'biography', 'email', 'listingsStats', 'website'),
  ),
);

/** The list representation. */
export const AgentItem = view(AgentResponse, 'AgentItem', without('biography'));
/** The answer to updates and deletes. */
export const AgentRecord = view(AgentResponse, 'AgentRecord', without('listingsStats', 'website'));
/** What the store keeps of the list representation. */
export const AgentStoredItem = view(AgentResponse, 'AgentStoredItem', without('biography', 'listingsStats', 'website'));
/** What the store keeps of the agent inside a listing. */
export const AgentCard = view(AgentResponse, 'AgentCard', [
  'id',
  'name',
  'telephone',
  'email',
  'profileImage',
  'profileLink',
]);
