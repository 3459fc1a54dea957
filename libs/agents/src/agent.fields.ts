import { AgentWebsite, SocialMedia } from '@app/accounts';
import {
  emailAddress,
  Field,
  fieldsOf,
  id,
  instant,
  list,
  ListOf,
  Nested,
  oneOf,
  text,
  uid,
  url,
  view,
  words,
} from '@app/schema';
import { emailOfAgent, slug, sum, tally } from './agent.kinds.js';

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

/** What the store adds. */
const identity = {
  _id: [uid, 'Object identifier'],
  id: [id, 'Numeric id'],
  createdAt: [instant, 'Created'],
  updatedAt: [instant, 'Last changed'],
} as const;

function Identified(type: abstract new () => object): void {
  for (const [name, [kind, description]] of Object.entries(identity)) {
    Field(kind, description, { readOnly: true, notNullable: true })(type.prototype as object, name);
  }
}

/** The answer to a create: the fields as submitted, with both e-mail addresses (D19). */
@Identified
export class CreatedAgent extends AgentFields {
  _id: string;
  id: number;
  createdAt: string;
  updatedAt: string;
}

/** A body of an update: any subset; the e-mail in either shape (D17, D19). */
@Identified
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
  @Field(oneOf(['current', 'sold']), 'Status', { notNullable: true, example: 'current' }) status: string;
  @Field(oneOf(['residential', 'commercial', 'land']), 'Type', { notNullable: true, example: 'residential' })
  listingType: string;
  @Field(instant, 'Latest change', { notNullable: true }) modtime: string;
}

/** The single representation. */
@Identified
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
