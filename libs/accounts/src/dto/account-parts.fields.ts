import { colour, Field, flag, id, list, Nested, text, trimmed, url } from '@app/schema';

export class Logo {
  @Field(url, 'URL of the logo for light backgrounds.', { example: 'https://cdn.harbour.example/light.svg' })
  light: string;
  @Field(url, 'URL of the logo for dark backgrounds.', { example: 'https://cdn.harbour.example/dark.svg' })
  dark: string;
  @Field(url, 'URL of a logo that replaces the other two.', { example: '' }) override: string;
}

export class ConfigListingTypes {
  @Field(flag, 'Whether the website shows properties for sale.', { example: true }) hasForSale: boolean;
  @Field(flag, 'Whether the website shows properties for rent.', { example: true }) hasForRent: boolean;
}

export class AccountConfig {
  @Field(colour, 'Primary colour of the website.', { example: '#0B3D91' }) primaryColor: string;
  @Field(colour, 'Secondary colour of the website.', { example: '#F2C14E' }) secondaryColor: string;
  @Field(colour, 'Third colour of the website.', { example: '' }) tertiaryColor: string;
  @Field(url, 'URL of a video about the agency.', { example: '' }) video: string;
  @Field(url, 'URL of the first content delivery network (CDN) of the website.', {
    example: 'https://cdn-a.harbour.example',
  })
  cloudAlphaCDN: string;
  @Field(url, 'URL of the second content delivery network (CDN) of the website.', { example: '' }) cloudBetaCDN: string;

  @Field(url, 'URL template of the suburb profile pages; `{{suburb}}` in it stands for the suburb.', {
    example: 'https://www.harbour.example/suburbs/{{suburb}}',
  })
  suburbProfileLink: string;

  @Nested(() => ConfigListingTypes, 'Kinds of listings that the website shows.') listingTypes: ConfigListingTypes;
}

const contact = trimmed(text(300));

export class ContactNumbers {
  @Field(contact, 'Contact of the office.', { example: '03 9000 0000' }) office: string;
  @Field(contact, 'Contact of the sales department.', { example: '' }) sales: string;
  @Field(contact, 'Contact of the property management department.', { example: '' }) pm: string;
}

export class Contacts {
  @Nested(() => ContactNumbers, 'E-mail addresses.') email: ContactNumbers;
  @Nested(() => ContactNumbers, 'Telephone numbers.') phone: ContactNumbers;
  @Nested(() => ContactNumbers, 'Fax numbers.') fax: ContactNumbers;
}

export class SocialMedia {
  @Field(url, 'URL of the profile on the first social network.', { example: 'https://network-a.example/harbour' })
  networkA: string;
  @Field(url, 'URL of the profile on the second social network.', { example: '' }) networkB: string;
  @Field(url, 'URL of the profile on the third social network.', { example: '' }) networkC: string;
  @Field(url, 'URL of the profile on the fourth social network.', { example: '' }) networkD: string;
  @Field(url, 'URL of the profile on the fifth social network.', { example: '' }) networkE: string;
}

/** The profile of an account for its `public` key omits these fields (B53). */
const notOfProfile = { withheld: 'always' } as const;

/** Empty for accounts that the public sees as part of other resources. */
export class Integrations {
  @Field(url, 'URL of the page with reviews.', { example: '', ...notOfProfile }) reviews: string;
  @Field(url, 'URL of the page for off-market properties.', { example: '', ...notOfProfile }) offmarketLink: string;
  @Field(url, 'URL of the page for property estimates.', { example: '', ...notOfProfile }) propertyEstimateLink: string;
  @Field(url, 'URL of the page for property appraisals.', {
    example: 'https://www.harbour.example/appraisal',
    ...notOfProfile,
  })
  propertyAppraisalLink: string;
  @Field(url, 'URL of the page for owners who change their property manager.', { example: '', ...notOfProfile })
  switchToUsLink: string;
  @Field(url, 'URL of the page with suburb profiles.', { example: '', ...notOfProfile }) suburbProfileLink: string;
  @Field(url, 'URL of the privacy policy.', { example: '' }) privacyPolicyLink: string;
}

export class SubsiteDetails {
  @Field(id, 'Numeric id of the main account of this sub-account. Null when the account has no main account.', {
    example: null,
  })
  mainWebsiteID: number | null;

  @Field(
    text(50),
    'With `officeID` the sub-account also shows the listings of its main account whose `agentID` is one of `listingOfficeIDs`. Any other text has no effect.',
    { example: 'officeID' },
  )
  listingSource: string;

  @Field(
    list(text(100)),
    'Offices (`agentID`) of the main account whose listings the sub-account shows. Not case-sensitive.',
    { example: ['HARB1'] },
  )
  listingOfficeIDs: string[];
}
