import { Address } from '@app/address';
import {
  colour,
  Field,
  fieldsOf,
  FieldsOf,
  flag,
  id,
  instant,
  list,
  ListOf,
  named,
  Nested,
  oneOf,
  requiredUrl,
  visibility,
  text,
  uid,
  url,
  view,
  words,
} from '@app/schema';
import { accessKey, accountType, slugTemplate, submittedSecret } from './account.kinds.js';

export const SLUG_LISTING_TYPES = ['residential', 'rental', 'land', 'rural', 'commercial', 'business'] as const;

export class Logo {
  @Field(url, 'On dark ground', { example: 'https://cdn.harbour.example/light.svg' }) light: string;
  @Field(url, 'On light ground', { example: 'https://cdn.harbour.example/dark.svg' }) dark: string;
  @Field(url, 'Instead of both', { example: '' }) override: string;
}

export class ConfigListingTypes {
  @Field(flag, 'Shows properties for sale', { example: true }) hasForSale: boolean;
  @Field(flag, 'Shows properties for rent', { example: true }) hasForRent: boolean;
}

export class AccountConfig {
  @Field(colour, 'Primary colour', { example: '#0B3D91' }) primaryColor: string;
  @Field(colour, 'Secondary colour', { example: '#F2C14E' }) secondaryColor: string;
  @Field(colour, 'Tertiary colour', { example: '' }) tertiaryColor: string;
  @Field(url, 'Video', { example: '' }) video: string;
  @Field(url, 'First CDN', { example: 'https://cdn-a.harbour.example' }) cloudAlphaCDN: string;
  @Field(url, 'Second CDN', { example: '' }) cloudBetaCDN: string;

  @Field(url, 'URL template of suburb profiles; may contain {{suburb}}', {
    example: 'https://www.harbour.example/suburbs/{{suburb}}',
  })
  suburbProfileLink: string;

  @Nested(() => ConfigListingTypes, 'What the website shows') listingTypes: ConfigListingTypes;
}

export class ContactNumbers {
  @Field(text(300), 'Office', { example: '03 9000 0000' }) office: string;
  @Field(text(300), 'Sales', { example: '' }) sales: string;
  @Field(text(300), 'Property management', { example: '' }) pm: string;
}

export class Contacts {
  @Nested(() => ContactNumbers, 'E-mail addresses') email: ContactNumbers;
  @Nested(() => ContactNumbers, 'Telephone numbers') phone: ContactNumbers;
  @Nested(() => ContactNumbers, 'Fax numbers') fax: ContactNumbers;
}

export class SocialMedia {
  @Field(url, 'First network', { example: 'https://network-a.example/harbour' }) networkA: string;
  @Field(url, 'Second network', { example: '' }) networkB: string;
  @Field(url, 'Third network', { example: '' }) networkC: string;
  @Field(url, 'Fourth network', { example: '' }) networkD: string;
  @Field(url, 'Fifth network', { example: '' }) networkE: string;
}

export class Integrations {
  @Field(url, 'Reviews', { example: '' }) reviews: string;
  @Field(url, 'Off-market page', { example: '' }) offmarketLink: string;
  @Field(url, 'Property estimate', { example: '' }) propertyEstimateLink: string;
  @Field(url, 'Property appraisal', { example: 'https://www.harbour.example/appraisal' })
  propertyAppraisalLink: string;
  @Field(url, 'Switch to us', { example: '' }) switchToUsLink: string;
  @Field(url, 'Suburb profile', { example: '' }) suburbProfileLink: string;
  @Field(url, 'Privacy policy', { example: '' }) privacyPolicyLink: string;
}

export class SubsiteDetails {
  @Field(id, 'Main account of a sub-account; null for none', { example: null }) mainWebsiteID: number | null;

  @Field(text(50), 'officeID: shows the listings of the main account whose agentID is one of listingOfficeIDs', {
    example: 'officeID',
  })
  listingSource: string;

  @Field(list(text(100)), 'Offices of the main account', { example: ['HARB1'] }) listingOfficeIDs: string[];
}

export class Hook {
  @Field(text(200), 'Name', { example: 'CRM' }) name: string;
  @Field(url, 'Where it is sent', { example: 'https://crm.example/hook' }) url: string;
  @Field(text(100), 'What sets it off', { example: 'new-current-listing' }) trigger: string;
}

export class SlugTemplate {
  @Field(named('SlugListingType', oneOf(SLUG_LISTING_TYPES)), 'Listing type', { example: 'residential' })
  listingType: string;

  @Field(slugTemplate, 'Template with {category}, {address.state}, {address.suburb}, {uniqueID}; starts with /', {
    example: '/buy/{address.suburb}/{uniqueID}',
  })
  slug: string;
}

const PROOF = 'Proves it; generated when not given; shown in no other answer';
const SECRET = 'harbour-secret-key-of-24-characters-or-more';

/** The secret that a body sets. */
export const SubmittedSecret = () => Field(submittedSecret, PROOF, { example: SECRET });

/** Every field of an account that can be written. */
export class AccountFields {
  @Field(words, 'Name', { notNullable: true, example: 'Harbour & Co' }) name: string;
  @Field(requiredUrl, 'Address of the website', { notNullable: true, example: 'https://www.harbour.example' })
  link: string;
  @Field(visibility, 'Whether the account is on; one that is off is refused', { example: true }) status: boolean;
  @Field(accountType, 'Primary or sub-account', { example: 'primary-account' })
  type: string;
  @Field(flag, 'Is a client of the website product', { example: true }) isWebsiteClient: boolean;
  @Nested(() => Logo, 'Logo') logo: Logo;
  @Field(url, 'Favicon', { example: 'https://cdn.harbour.example/favicon.ico' }) favicon: string;
  @Field(accessKey, 'Identifies the account; generated when not given', { example: 'harbour-access-key' })
  accessKey: string;
  /** Of any length that a key may have: older ones may be short. */
  @Field(accessKey, PROOF, { example: SECRET }) secretKey: string;
  @Field(flag, 'Sends to the content management', { example: false }) sendToCms: boolean;
  @Field(flag, 'Shown on the front end', { example: true }) isDisplayToFrontEnd: boolean;
  @Field(flag, 'Shown in the portal bubble', { example: false }) showOnPortalBubble: boolean;
  @Nested(() => AccountConfig, 'Configuration of the website') config: AccountConfig;
  @Field(text(20_000), 'Description of the office', { example: 'Selling by the harbour since 1987.' }) about: string;
  @Nested(() => Contacts, 'How to reach the office') contacts: Contacts;
  @Nested(() => SocialMedia, 'Social media') socialMedia: SocialMedia;
  @Nested(() => Integrations, 'Links of other services') integrations: Integrations;
  @Nested(() => SubsiteDetails, 'Of a sub-account') subsiteDetails: SubsiteDetails;
  @Nested(() => Address, 'Address of the office') address: Address;
  @ListOf(() => Hook, 'Outbound integrations', { max: 20 }) hooks: Hook[];
  @Field(flag, 'Uses the slug templates', { example: false }) enabledSlug: boolean;
  @ListOf(() => SlugTemplate, 'Slug templates by listing type', { max: 100 }) slugs: SlugTemplate[];
}

/** The whole account, as its writers see it. */
export class AccountResponse extends AccountFields {
  @Field(uid, 'Object identifier', { readOnly: true, notNullable: true }) _id: string;
  @Field(id, 'Numeric id', { readOnly: true, notNullable: true, example: 12 }) websiteID: number;
  @Field(text(), 'Host of link', { readOnly: true, notNullable: true, example: 'www.harbour.example' })
  hostname: string;
  @Field(instant, 'Created', { readOnly: true, notNullable: true }) createdAt: string;
  @Field(instant, 'Last changed', { readOnly: true, notNullable: true }) updatedAt: string;
}

/** The answer to an update: the secret is left out where a main account changes its sub-account and sets none. */
export class UpdatedAccount extends AccountResponse {
  @Field(accessKey, PROOF, { optional: true, example: SECRET }) override secretKey: string;
}

const ITEM = ['websiteID', 'logo', 'favicon', 'name', 'link', 'hostname', 'isWebsiteClient', 'config'] as const;
const DETAIL = ['address', 'type', 'subsiteDetails', 'about', 'contacts', 'socialMedia', 'integrations'] as const;
const SUMMARY = ['websiteID', 'logo', 'favicon', 'name', 'link', 'type', 'config', 'contacts', 'integrations'] as const;
const EMPLOYER = ['websiteID', 'name', 'link', 'address', 'config', 'integrations', 'logo', 'hostname'] as const;

/** The list representation. */
export const AccountItem = view(AccountResponse, 'AccountItem', ITEM);
/** The single representation. */
@FieldsOf(view(AccountResponse, 'AccountDetailFields', DETAIL))
export class AccountDetail extends AccountItem {}
/** The summary inside a listing. */
export const ListingWebsite = view(AccountResponse, 'ListingWebsite', SUMMARY);
/** The summary inside a listing of a property's single read (D33). */
export const PropertyListingWebsite = view(AccountResponse, 'PropertyListingWebsite', ['_id', ...SUMMARY]);
/** The summary inside an agent. */
export const AgentWebsite = view(AccountResponse, 'AgentWebsite', [...EMPLOYER, 'accessKey']);
/** What the store keeps of it: the key can change without the account. */
export const AgentStoredWebsite = view(AccountResponse, 'AgentStoredWebsite', EMPLOYER);
/** The record of a deleted account: as it was, without the secret. */
export const DeletedAccountRecord = view(
  AccountResponse,
  'DeletedAccountRecord',
  fieldsOf(AccountResponse)
    .map((field) => field.name as keyof AccountResponse)
    .filter((name) => name !== 'secretKey'),
);

/** The answer to a create. */
export class CreatedAccount {
  @Field(text(), 'What happened', { example: 'Account created' }) message: string;
  @Nested(() => AccountResponse, 'The account') account: AccountResponse;
}

/** The answer to a delete. */
export class DeletedAccount {
  @Field(text(), 'What happened', { example: 'Account deleted' }) message: string;
  @Nested(() => DeletedAccountRecord, 'The account as it was') deletedAccount: object;
}
