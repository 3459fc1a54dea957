import { created, type Keys, type TestService } from '../support/service.js';

/** An account as creates and updates return it. The fields that tests use are typed. */
export interface AccountAnswer extends Keys {
  readonly _id: string;
  readonly websiteID: number;
  readonly name: string;
  readonly link: string;
  readonly hostname: string;
  readonly [field: string]: unknown;
}

type Fields = Record<string, unknown>;

/** All specs of a worker share this counter. It starts above any number that a spec writes down. */
let made = 10_000;

/** The smallest body that a create accepts, plus fields of the test. */
export function accountBody(fields: Fields = {}): Fields {
  made += 1;
  return { name: `Agency ${made}`, link: `https://www.agency-${made}.example`, ...fields };
}

/** Creates an account, by default as the operator. */
export async function createAccount(service: TestService, fields: Fields = {}, as?: Keys): Promise<AccountAnswer> {
  const body = accountBody(fields);
  const answer = await service.post<{ account: AccountAnswer }>('/api/v1/accounts', body, as ? { as } : {});
  return created(answer, 201).account;
}

/** Creates a sub-account of `main`. */
export const createSubAccount = (service: TestService, main: AccountAnswer, fields: Fields = {}) =>
  createAccount(service, { subsiteDetails: { mainWebsiteID: main.websiteID }, ...fields });

const contactNumbers = (kind: string) => ({ office: `${kind} office`, sales: `${kind} sales`, pm: `${kind} pm` });

const socialMedia = {
  networkA: 'https://network-a.example/harbour',
  networkB: 'https://network-b.example/harbour',
  networkC: 'https://network-c.example/harbour',
  networkD: 'https://network-d.example/harbour',
  networkE: 'https://network-e.example/harbour',
};

/**
 * Every writable field except `type`, `status` and `subsiteDetails.mainWebsiteID`, with a value that is not its
 * default.
 */
export const everyAccountField = {
  name: 'Harbour & Co',
  link: 'https://www.harbour.example/home',
  status: true,
  type: 'primary-account',
  isWebsiteClient: true,
  logo: {
    light: 'https://cdn.harbour.example/light.svg',
    dark: 'https://cdn.harbour.example/dark.svg',
    override: 'https://cdn.harbour.example/override.svg',
  },
  favicon: 'https://cdn.harbour.example/favicon.ico',
  accessKey: 'harbour-access-key-of-the-tests',
  secretKey: 'harbour-secret-key-of-the-tests',
  sendToCms: true,
  isDisplayToFrontEnd: true,
  showOnPortalBubble: true,
  config: {
    primaryColor: '#0B3D91',
    secondaryColor: '#F2C14E',
    tertiaryColor: '#ffffff',
    video: 'https://video.example/harbour',
    cloudAlphaCDN: 'https://cdn-a.harbour.example',
    cloudBetaCDN: 'https://cdn-b.harbour.example',
    suburbProfileLink: 'https://www.harbour.example/suburbs/{{suburb}}',
    listingTypes: { hasForSale: true, hasForRent: true },
  },
  about: 'Selling by the harbour since 1987.\n“Zoë’s” office 🏠',
  contacts: { email: contactNumbers('email'), phone: contactNumbers('phone'), fax: contactNumbers('fax') },
  socialMedia,
  integrations: {
    reviews: 'https://reviews.example/harbour',
    offmarketLink: 'https://www.harbour.example/off-market',
    propertyEstimateLink: 'https://www.harbour.example/estimate',
    propertyAppraisalLink: 'https://www.harbour.example/appraisal',
    switchToUsLink: 'https://www.harbour.example/switch',
    suburbProfileLink: 'https://www.harbour.example/suburbs',
    privacyPolicyLink: 'https://www.harbour.example/privacy',
  },
  subsiteDetails: { mainWebsiteID: null, listingSource: 'officeID', listingOfficeIDs: ['HARB1', 'HARB2'] },
  address: {
    fullAddress: '3/39 Main Road, Richmond VIC 3121',
    streetAddress: '3/39 Main Road',
    fullSuburb: 'Richmond VIC 3121',
    subNumber: '3',
    lotNumber: '7',
    streetNumber: '39',
    street: 'Main Road',
    suburb: 'Richmond',
    state: 'VIC',
    postcode: '3121',
    country: 'Australia',
    latitude: '-37.82314',
    longitude: '144.99804',
  },
  hooks: [{ name: 'CRM', url: 'https://crm.example/hook', trigger: 'new-current-listing' }],
  // Empty, because an id belongs to one account only, and tests create several accounts with these fields.
  feedAgentIDs: [] as string[],
  enabledSlug: true,
  slugs: [
    { listingType: 'residential', slug: '/buy/{address.state}/{address.suburb}/{category}/{uniqueID}' },
    { listingType: 'rental', slug: '/rent/{uniqueID}' },
  ],
};

/** A value of the same shape with empty texts and lists, and all flags off. */
function emptied<Value>(value: Value): Value {
  if (Array.isArray(value)) return [] as Value; // without items
  // A text or a flag.
  if (typeof value !== 'object' || value === null) return (typeof value === 'string' ? '' : value && false) as Value;
  // The names stay the same.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, emptied(inner)])) as Value;
}

const { name: _name, link: _link, accessKey: _accessKey, secretKey: _secretKey, ...optional } = everyAccountField;

/** The fields of an account that was created with only `name`, `link` and its keys (D16). */
export const accountDefaults = { ...emptied(optional), status: true, type: 'primary-account' };

/** The numbers of an account or agent without listings. */
export const NO_LISTINGS = { sale: 0, rent: 0, sold12Months: 0, leased12Months: 0 };
