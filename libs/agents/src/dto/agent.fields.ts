import { Accuracy, AgentWebsite, Counts, SocialMedia, type ListingCounts } from '@app/accounts';
import { Distance } from '@app/lists';
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
  requiredName,
  tally,
  text,
  uid,
  url,
  view,
  amount,
  kindSchema,
  objectRef,
  validate,
  type Class,
  type Kind,
  formatted,
  PUNCTUATION,
} from '@app/schema';

/** The e-mail of an agent: an object of this class, as it is written, or a text, as it is read (D19). */
export const emailOfAgent = (both: Class): Kind => ({
  schema: { anyOf: [kindSchema(emailAddress), objectRef(both)] },
  wants: 'an e-mail address, or an object { agency, crm } of e-mail addresses',
  empty: undefined,
  isTrimmed: true,
  accepts: (value) => emailAddress.accepts(value) || validate(both, value).length === 0,
  parse: () => undefined,
});

/** Letters except upper case, and digits. Roman numerals from U+2160 are upper case as well. */
const SLUG_CHARACTER = '(?:[\\p{Ll}\\p{Lm}\\p{Lo}]|[^\\P{N}\\u2160-\\u216F])';
/** Without Latin, Greek and Cyrillic upper case. */
const NEARLY = `[^\\u0000'A-Z\`\\u00C0-\\u00DE\\u0300-\\u036F\\u0391-\\u03A9\\u0400-\\u042F${PUNCTUATION}]`;
const joined = (character: string): string => `^${character}+(?:-${character}+)*$`;

/** The last part of the path of a profile. */
export const slug: Kind<string> = named(
  'AgentSlug',
  'Letters and digits of any script in lower case, joined by single hyphens.',
  formatted(
    'agent-slug',
    new RegExp(joined(SLUG_CHARACTER), 'u'),
    joined(NEARLY),
    200,
    'a slug: letters and digits in lower case, joined by single hyphens',
  ),
);

/** A sum of amounts. */
const sum: Kind<number> = { ...amount, schema: { type: 'number', minimum: 0 } };

export class Telephone {
  @Field(text(50), 'Telephone number.', { example: '03 9000 0001' }) number: string;
  @Field(text(50), 'Kind of number, such as `BH` (business hours) or `mobile`.', { example: 'BH' }) type: string;
}

export class AgentEmail {
  @Field(emailAddress, 'E-mail address at the agency, which reads return.', { example: 'jane@harbour.example' })
  agency: string;
  @Field(
    emailAddress,
    'E-mail address in the customer relationship management system (CRM). Returned if there is no agency address.',
    { example: '' },
  )
  crm: string;
}

/** The fields of all forms of an agent; only the e-mail differs. */
class AgentCore {
  @Field(id, 'Numeric id of the account of the agent.', { notNullable: true, example: 12 }) websiteID: number;
  @Field(list(text(100)), 'Offices (`agentID`) that the agent works for.', { example: ['HARB1'] }) officeID: string[];
  @Field(requiredName, 'Full name.', { notNullable: true, example: 'Jane Citizen' }) name: string;
  @Field(requiredName, 'First name.', { notNullable: true, example: 'Jane' }) firstname: string;
  @Field(requiredName, 'Last name.', { notNullable: true, example: 'Citizen' }) lastname: string;
  @Field(
    slug,
    'Last part of the path of the profile page. Unique within the account. Made from the name when absent, such as `jane-citizen-2`.',
    { notNullable: true, example: 'jane-citizen' },
  )
  slug: string;
  @ListOf(() => Telephone, 'Telephone numbers.', { max: 100 }) telephone: Telephone[];
  @Field(url, 'URL of a video about the agent.', { example: '' }) profileVideo: string;
  @Field(text(20_000), 'Biography, as plain text or HTML.', { example: 'Twenty years by the harbour.' })
  biography: string;

  @Field(list(text(100)), 'Departments, such as `principal`, `sales`, `administrator`, `rentals` or `commercial`.', {
    example: ['sales'],
  })
  departments: string[];

  @Field(list(text(200)), 'Job titles.', { example: ['Senior Agent'] }) positions: string[];
  @Field(url, 'URL of the portrait.', { example: 'https://cdn.harbour.example/jane.jpg' }) profileImage: string;
  @Field(url, 'URL of the profile page.', { example: 'https://www.harbour.example/jane-citizen' }) profileLink: string;
  @Nested(() => SocialMedia, 'Profiles of the agent on social networks.') socialMedia: SocialMedia;
}

/** Every field of an agent that can be written. */
export class AgentFields extends AgentCore {
  @Nested(() => AgentEmail, 'E-mail addresses.') email: AgentEmail;
}

const derived = { readOnly: true, notNullable: true };

/** The fields that the service adds. */
class AgentIdentity {
  @Field(uid, 'Object identifier of the agent, a UUID.', derived) _id: string;
  @Field(id, 'Numeric id of the agent.', { ...derived, example: 31 }) id: number;
  @Field(instant, 'Time when the agent was created, in UTC.', { ...derived, example: '2026-02-27T00:00:00.000Z' })
  createdAt: string;
  @Field(instant, 'Time of the last change of the agent, in UTC.', derived) updatedAt: string;
}
asPart(AgentIdentity);

/** The response to a create request: the fields as submitted, with both e-mail addresses (D19). */
@FieldsOf(AgentIdentity)
export class CreatedAgent extends AgentFields {
  _id: string;
  id: number;
  createdAt: string;
  updatedAt: string;
}

/** A line of the operator's export: the fields as submitted, and the person id in feeds. */
export class ExportedAgent extends CreatedAgent {
  @Field(
    text(100),
    'Identifier of the person in feeds (`uniqueListingAgentID`). Unique in the account. Absent if no feed provided one.',
    { optional: true, example: 'P-31' },
  )
  uniqueListingAgentID?: string;
}

/** The body of an update: any subset of the fields; the e-mail in either form (D17, D19). */
@FieldsOf(AgentIdentity)
export class AgentChange extends AgentCore {
  @Field(emailOfAgent(AgentEmail), 'Both e-mail addresses as an object, or the address that reads return, as text.', {
    example: 'jane@harbour.example',
  })
  email: AgentEmail | string;
}

/** The number of listings of one status and type. */
export class ListingsStats {
  @Field(tally, 'Number of listings.', { notNullable: true, example: 14 }) totalListings: number;
  @Field(sum, 'Sum of `price.value` of the listings, in Australian dollars.', {
    notNullable: true,
    example: 12_600_000,
  })
  totalListingValues: number;
  @Field(sum, 'Sum of the prices at which the listings were sold, in Australian dollars.', {
    notNullable: true,
    example: 0,
  })
  totalSoldPrices: number;
  @Field(sum, 'Sum of the rents of the listings (`price.rent.price`), in Australian dollars.', {
    notNullable: true,
    example: 1_850,
  })
  totalRentPrices: number;
  @Field(
    named('ListingsStatsStatus', 'Status of the listings of a total.', oneOf(['current', 'sold'])),
    'Status of the counted listings.',
    {
      notNullable: true,
      example: 'current',
    },
  )
  status: string;
  @Field(
    named('ListingsStatsType', 'Group of listing types of a total.', oneOf(['residential', 'commercial', 'land'])),
    'Group of listing types: `residential` includes rentals, `commercial` includes businesses, and `land` includes rural properties.',
    { notNullable: true, example: 'residential' },
  )
  listingType: string;
  @Field(instant, 'Time of the latest change of these listings by the agency, in UTC.', { notNullable: true })
  modtime: string;
}

/** The single representation. */
@FieldsOf(AgentIdentity)
export class AgentResponse extends AgentCore {
  _id: string;
  id: number;
  createdAt: string;
  updatedAt: string;

  @Field(text(300), 'E-mail address at the agency, or in the CRM if there is none at the agency.', {
    example: 'jane@harbour.example',
  })
  email: string;
  @ListOf(
    () => ListingsStats,
    'Totals of the listings of the agent, by status and type. Combinations without listings are absent.',
    { readOnly: true },
  )
  listingsStats: ListingsStats[];
  @Nested(() => AgentWebsite, 'Summary of the account of the agent.', { readOnly: true }) website: object;
  @Counts('In lists, present in answers to requests for a place, or in the order of numbers.')
  listingCounts?: ListingCounts;
}

const without = (...left: (keyof AgentResponse)[]) =>
  fieldsOf(AgentResponse)
    .map((field) => field.name as keyof AgentResponse)
    .filter((name) => !left.includes(name));

/** The common fields of all representations. */
asPart(
  view(
    AgentResponse,
    'AgentProfile',
    without('_id', 'id', 'createdAt', 'updatedAt', 'biography', 'email', 'listingsStats', 'website', 'listingCounts'),
  ),
);

/** The common fields of both reads. */
asPart(view(AgentResponse, 'AgentRead', ['email', 'listingsStats', 'website', 'listingCounts']));

/** The list representation. */
export const AgentItem = view(AgentResponse, 'AgentItem', without('biography'));
/** An item of a list, with what it has asked of the office (B76). */
export class ListedAgent extends AgentItem {
  @Accuracy() locationAccuracy?: string;
  @Distance() distance?: number;
}
/** The response to updates and deletes. */
export const AgentRecord = view(AgentResponse, 'AgentRecord', without('listingsStats', 'website', 'listingCounts'));
/** The stored part of the list representation. */
export const AgentStoredItem = view(
  AgentResponse,
  'AgentStoredItem',
  without('biography', 'listingsStats', 'website', 'listingCounts'),
);
/** The agent on the card of a listing. */
export const AgentOfCard = view(AgentResponse, 'AgentOfCard', ['id', 'name', 'profileImage']);
export type AgentOfCard = InstanceType<typeof AgentOfCard>;
/** The stored part of the agent inside a listing. */
export const AgentCard = view(AgentResponse, 'AgentCard', [
  'id',
  'name',
  'telephone',
  'email',
  'profileImage',
  'profileLink',
]);
