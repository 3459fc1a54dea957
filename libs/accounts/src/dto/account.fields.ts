import { Address } from '@app/address';
import { EXAMPLE_ACCESS_KEY, EXAMPLE_SECRET_KEY } from '@app/auth';
import {
  asPart,
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
  Required,
  requiredName,
  requiredUrl,
  visibility,
  text,
  trimmed,
  uid,
  url,
  view,
} from '@app/schema';
import { AccountConfig, Contacts, Integrations, Logo, SocialMedia, SubsiteDetails } from './account-parts.fields.js';
import { Distance } from '@app/lists';
import { Accuracy, Counts, type ListingCounts } from '../listings/listing-counts.fields.js';
import { accessKey, accountTypeOrPrimary, hookTrigger, slugTemplate, submittedSecret } from './account.kinds.js';

export const SLUG_LISTING_TYPES = ['residential', 'rental', 'land', 'rural', 'commercial', 'business'] as const;

export class Hook {
  @Field(trimmed(text(200)), 'Name of the integration.', { example: 'CRM' }) name: string;
  @Field(url, 'URL that receives the messages. Entries with the same URL are one endpoint.', {
    example: 'https://crm.example/hook',
  })
  url: string;
  @Field(
    hookTrigger,
    'The event that triggers the call; empty: none. `new-current-listing`: a listing becomes current, or is created as current. `listing-updated`: any change of a listing. `all`: any change of the account, its agents, and the listings that it shows.',
    { example: 'new-current-listing' },
  )
  trigger: string;
}

export class SlugTemplate {
  @Field(
    named('SlugListingType', 'Type of listings that may have a path template.', oneOf(SLUG_LISTING_TYPES)),
    'Type of the listings that this template is for.',
    {
      example: 'residential',
    },
  )
  listingType: string;

  @Field(
    slugTemplate,
    'Path of the listing page. It starts with `/`; the placeholders `{category}`, `{address.state}`, `{address.suburb}` and `{uniqueID}` are replaced by values of the listing.',
    { example: '/buy/{address.suburb}/{uniqueID}' },
  )
  slug: string;
}

const ACCESS_WORDS =
  'Public part of the credential of the account, sent as x-access-key. Unique. Generated when absent on create.';

const SECRET_WORDS =
  'Secret part of the credential of the account, sent as x-secret-key. Generated when absent on create. Shown only in the ' +
  'answers to a create and an update.';

/** The keys in a body. They have no examples: a copied example would publish a key pair with all rights. */
export const SubmittedAccess = () => Field(accessKey, ACCESS_WORDS);
export const SubmittedSecret = () => Field(submittedSecret, SECRET_WORDS);

/**
 * A hook in a body. URL and trigger are required, because a hook without them would never be called; an empty trigger
 * is intentional.
 */
export class SubmittedHook extends Hook {
  @Required() override url: string;
  @Required() override trigger: string;
}

const MAX_HOOKS = 20;
const HOOKS_WORDS = 'Outbound integrations that are called when listings change.';

/** The hooks in a body. */
export const SubmittedHooks = () => ListOf(() => SubmittedHook, HOOKS_WORDS, { max: MAX_HOOKS });

/** Every field of an account that can be written. */
export class AccountFields {
  @Field(requiredName, 'Name of the agency.', { notNullable: true, example: 'Harbour & Co' }) name: string;
  @Field(requiredUrl, 'URL of the website of the agency.', {
    notNullable: true,
    example: 'https://www.harbour.example',
  })
  link: string;
  @Field(
    visibility,
    'Whether the account is enabled. Requests with the credential of a disabled account are answered with 403.',
    { example: true },
  )
  status: boolean;
  @Field(
    accountTypeOrPrimary,
    'Type of the account. When absent on create, `sub-account` if `subsiteDetails.mainWebsiteID` is given, else `primary-account`.',
    { example: 'primary-account' },
  )
  type: string;
  @Field(flag, 'Whether the agency is a client of the website product. False for the public.', {
    example: true,
    withheld: 'always',
  })
  isWebsiteClient: boolean;
  @Nested(() => Logo, 'Logo of the agency.') logo: Logo;
  @Field(url, 'URL of the small icon of the website.', { example: 'https://cdn.harbour.example/favicon.ico' })
  favicon: string;
  @Field(accessKey, ACCESS_WORDS, { example: EXAMPLE_ACCESS_KEY, withheld: 'always' })
  accessKey: string;
  /** A read may return a short one: old secrets may have any length that a key may have. */
  @Field(accessKey, SECRET_WORDS, { example: EXAMPLE_SECRET_KEY, withheld: 'always' }) secretKey: string;
  @Field(flag, 'Whether the account is sent to the content management system (CMS).', { example: false })
  sendToCms: boolean;
  @Field(flag, 'Whether the front end of the directory shows the account.', { example: true })
  isDisplayToFrontEnd: boolean;
  @Field(flag, 'Whether the portal bubble shows the account.', { example: false }) showOnPortalBubble: boolean;
  @Nested(() => AccountConfig, 'Appearance and content of the website.') config: AccountConfig;
  @Field(text(20_000), 'Description of the office, as plain text or HTML.', {
    example: 'Selling by the harbour since 1987.',
  })
  about: string;
  @Nested(() => Contacts, 'Contact data of the office.') contacts: Contacts;
  @Nested(() => SocialMedia, 'Profiles of the agency on social networks.') socialMedia: SocialMedia;
  @Nested(
    () => Integrations,
    'Pages of other services that the website links to. Empty for the public, which reads `privacyPolicyLink` in the profile of its own account.',
    {
      withheld: 'always',
    },
  )
  integrations: Integrations;
  @Nested(() => SubsiteDetails, 'Relation of a sub-account to its main account. Empty for the public.', {
    withheld: 'always',
  })
  subsiteDetails: SubsiteDetails;
  @Nested(() => Address, 'Address of the office.') address: Address;
  @ListOf(() => Hook, HOOKS_WORDS, { max: MAX_HOOKS }) hooks: Hook[];
  @Field(
    list(text(200)),
    'The `agentID`s of the account in feeds of several accounts. Not case-sensitive; each belongs to one account. Only the operator may change them.',
    { example: [], withheld: 'always' },
  )
  feedAgentIDs: string[];
  @Field(
    flag,
    'Whether the paths of listing pages are built from `slugs`. If false, and for types without a template: `/{category}/{address.state}/{address.suburb}/{uniqueID}`.',
    { example: false },
  )
  enabledSlug: boolean;
  @ListOf(() => SlugTemplate, 'Path templates of listing pages, one for each type of listing.', { max: 100 })
  slugs: SlugTemplate[];
}

/** The whole account, as callers with the right to write it see it. */
export class AccountResponse extends AccountFields {
  @Field(uid, 'Object identifier of the account, a UUID.', { readOnly: true, notNullable: true }) _id: string;
  @Field(id, 'Numeric id of the account.', { readOnly: true, notNullable: true, example: 12 }) websiteID: number;
  @Field(text(), 'Hostname of `link`, in lower case.', {
    readOnly: true,
    notNullable: true,
    example: 'www.harbour.example',
  })
  hostname: string;
  @Field(instant, 'Time when the account was created, in UTC.', {
    readOnly: true,
    notNullable: true,
    example: '2026-02-27T00:00:00.000Z',
  })
  createdAt: string;
  @Field(instant, 'Time of the last change of the account, in UTC.', { readOnly: true, notNullable: true })
  updatedAt: string;
}

/**
 * The response to an update; without the secret if a main account updates its sub-account without setting the secret.
 */
export class UpdatedAccount extends AccountResponse {
  @Field(accessKey, SECRET_WORDS, { optional: true, example: EXAMPLE_SECRET_KEY }) override secretKey: string;
}

const ITEM = ['websiteID', 'logo', 'favicon', 'name', 'link', 'hostname', 'isWebsiteClient', 'config'] as const;
const DETAIL = ['address', 'type', 'subsiteDetails', 'about', 'contacts', 'socialMedia', 'integrations'] as const;
const SUMMARY = ['websiteID', 'logo', 'favicon', 'name', 'link', 'type', 'config', 'contacts', 'integrations'] as const;
const EMPLOYER = ['websiteID', 'name', 'link', 'address', 'config', 'integrations', 'logo', 'hostname'] as const;

/** The common fields of all summaries of an account. */
asPart(view(AccountResponse, 'AccountSummary', ['websiteID', 'logo', 'name', 'link', 'config']));

/** The list representation. */
export const AccountItem = view(AccountResponse, 'AccountItem', ITEM);
/** An item of a list, with its office and the numbers of its listings if the list is about a place (B76). */
export class ListedAccount extends AccountItem {
  @Nested(() => Address, 'Address of the office. Present with `listingCounts`.', { optional: true, readOnly: true })
  address?: Address;
  @Counts('Present in answers to requests for a place, or in the order of numbers.') listingCounts?: ListingCounts;
  @Accuracy() locationAccuracy?: string;
  @Distance() distance?: number;
}
/** The single representation. */
@FieldsOf(view(AccountResponse, 'AccountDetailFields', DETAIL))
export class AccountDetail extends AccountItem {}
/** The summary inside a listing. */
export const ListingWebsite = view(AccountResponse, 'ListingWebsite', SUMMARY);
/** The agency on the card of a listing. */
export const AccountCard = view(AccountResponse, 'AccountCard', ['websiteID', 'name', 'logo']);
export type AccountCard = InstanceType<typeof AccountCard>;
/** The summary inside a listing of a property's single read (D33). */
export const PropertyListingWebsite = view(AccountResponse, 'PropertyListingWebsite', ['_id', ...SUMMARY]);
/** The summary inside an agent. */
export const AgentWebsite = view(AccountResponse, 'AgentWebsite', [...EMPLOYER, 'accessKey']);
/** The stored part of the summary, without the key, which can change without the account. */
export const AgentStoredWebsite = view(AccountResponse, 'AgentStoredWebsite', EMPLOYER);
/** Every field except the secret. */
const WITHOUT_SECRET = fieldsOf(AccountResponse)
  .map((field) => field.name as keyof AccountResponse)
  .filter((name) => name !== 'secretKey');
/** The fields besides `AccountDetail` that the account itself, its main account and the operator see (B51). */
const OWN = WITHOUT_SECRET.filter((name) => !fieldsOf(AccountDetail).some((field) => field.name === name));
/** A single read, a line of an export, or a document of the change feed. */
@FieldsOf(view(AccountResponse, 'AccountOwnFields', [...OWN, 'type', 'subsiteDetails'], { optional: true }))
export class AccountRead extends AccountDetail {
  @Counts('Absent in exports and in the change feed.') listingCounts?: ListingCounts;
}
/** The record of a deleted account before its deletion. */
export const DeletedAccountRecord = view(AccountResponse, 'DeletedAccountRecord', WITHOUT_SECRET);

/** The response to a create request. */
export class CreatedAccount {
  @Field(text(), 'Confirmation in words.', { example: 'Account created' }) message: string;
  @Nested(() => AccountResponse, 'The new account, with its keys.') account: AccountResponse;
}

/** The response to a delete request. */
export class DeletedAccount {
  @Field(text(), 'Confirmation in words.', { example: 'Account deleted' }) message: string;
  @Nested(() => DeletedAccountRecord, 'The account before it was deleted, without its secret key.')
  deletedAccount: object;
}
