/** Lines of a bundle: the API's representation, plus the fields that only the database has. Instants are ISO 8601. */

/** An address. Listings also have the settings of its display. */
export interface AddressLine {
  /** Only for listings: the object identifier of the property. */
  _id?: string;
  display?: boolean;
  fullAddress: string;
  streetAddress: string;
  fullSuburb: string;
  streetview?: boolean;
  subNumber: string;
  lotNumber: string;
  streetNumber: string;
  street: string;
  suburb: string;
  state: string;
  postcode: string;
  country: string;
  latitude: string;
  longitude: string;
}

export interface DemoSocialMedia {
  networkA: string;
  networkB: string;
  networkC: string;
  networkD: string;
  networkE: string;
}

interface ContactNumbers {
  office: string;
  sales: string;
  pm: string;
}

/** A line of `accounts.ndjson`; the import creates the keys. */
export interface DemoAccountLine {
  _id: string;
  websiteID: number;
  name: string;
  link: string;
  status: boolean;
  type: 'primary-account' | 'sub-account';
  isWebsiteClient: boolean;
  logo: { light: string; dark: string; override: string };
  favicon: string;
  sendToCms: boolean;
  isDisplayToFrontEnd: boolean;
  showOnPortalBubble: boolean;
  config: {
    primaryColor: string;
    secondaryColor: string;
    tertiaryColor: string;
    video: string;
    cloudAlphaCDN: string;
    cloudBetaCDN: string;
    suburbProfileLink: string;
    listingTypes: { hasForSale: boolean; hasForRent: boolean };
  };
  about: string;
  contacts: { email: ContactNumbers; phone: ContactNumbers; fax: ContactNumbers };
  socialMedia: DemoSocialMedia;
  integrations: {
    reviews: string;
    offmarketLink: string;
    propertyEstimateLink: string;
    propertyAppraisalLink: string;
    switchToUsLink: string;
    suburbProfileLink: string;
    privacyPolicyLink: string;
  };
  /** Only for sub-accounts. */
  subsiteDetails?: { mainWebsiteID: number; listingSource: string; listingOfficeIDs: string[] };
  address: AddressLine;
  hooks: { name: string; url: string; trigger: string }[];
  enabledSlug: boolean;
  slugs: { listingType: string; slug: string }[];
  createdAt: string;
  updatedAt: string;
}

/** A line of `agents.ndjson`. */
export interface DemoAgentLine {
  _id: string;
  id: number;
  slug: string;
  websiteID: number;
  officeID: string[];
  name: string;
  firstname: string;
  lastname: string;
  email: { agency: string; crm: string };
  telephone: { number: string; type: 'BH' | 'mobile' }[];
  departments: string[];
  positions: string[];
  profileImage: string;
  profileLink: string;
  profileVideo: string;
  biography: string;
  socialMedia: DemoSocialMedia;
  createdAt: string;
  updatedAt: string;
}
