import type { AccountLine, AgentLine } from './lines.js';

const shows = (hasForSale: boolean, hasForRent: boolean) => ({ listingTypes: { hasForSale, hasForRent } });

const keys = (name: string) => ({ accessKey: `${name}-key-of-the-world`, secretKey: `${name}-secret-of-the-world` });

/** When something was written; some are of the same time. */
const datesOf = (id: number) => ({
  createdAt: `2026-02-0${1 + ((id * 5) % 7)}T00:00:00.000Z`,
  updatedAt: `2026-03-0${1 + ((id * 3) % 5)}T00:00:00.000Z`,
});

/** A main account, three sub-accounts (one of them by offices), one that is off, and one of which little is known. */
const accounts: readonly Omit<AccountLine, keyof ReturnType<typeof datesOf>>[] = [
  {
    websiteID: 11,
    name: 'Harbour & Co',
    link: 'https://www.harbour.example/home/',
    ...keys('harbour'),
    isWebsiteClient: true,
    config: shows(true, true),
    address: {
      streetNumber: '12',
      street: 'Quay Street',
      suburb: 'Haymarket',
      state: 'NSW',
      postcode: '2000',
    },
  },
  {
    websiteID: 12,
    name: 'Harbour Richmond',
    link: 'https://richmond.harbour.example',
    ...keys('harbour-richmond'),
    type: 'sub-account',
    config: shows(true, false),
    subsiteDetails: {
      mainWebsiteID: 11,
      listingSource: 'officeID',
      listingOfficeIDs: ['HARB1', 'HARB3'],
    },
    address: {
      streetNumber: '1',
      street: 'Bridge Road',
      suburb: 'RICHMOND',
      state: 'vic',
      postcode: '3121',
    },
  },
  {
    websiteID: 13,
    name: 'Harbour Rentals',
    link: 'http://WWW.Rentals.example',
    ...keys('harbour-rentals'),
    type: 'sub-account',
    config: shows(false, true),
    subsiteDetails: {
      mainWebsiteID: 11,
      listingSource: '',
      listingOfficeIDs: ['HARB1'],
    },
    address: {
      suburb: 'Richmond',
      state: 'QLD',
      postcode: '4740',
    },
  },
  {
    websiteID: 14,
    name: '100% Estates_',
    link: 'https://www.percent.example/a%20b_c',
    ...keys('percent'),
    status: false,
    config: shows(true, true),
    address: {
      street: 'Snow_Road 50%',
      suburb: 'Saint-Éloi',
      state: 'NSW',
      postcode: '2795',
    },
  },
  {
    websiteID: 15,
    name: 'Ångström & İpek Homes',
    link: 'https://angstrom.example:8443/x?y=1',
    ...keys('angstrom'),
    type: 'sub-account',
    isWebsiteClient: true,
    subsiteDetails: {
      mainWebsiteID: 14,
      listingSource: 'officeID',
      listingOfficeIDs: [],
    },
    address: {
      suburb: 'Unknown Hollow',
      state: 'TAS',
      postcode: '7999',
    },
  },
  { websiteID: 16, name: 'Plain', link: 'https://plain.example', ...keys('plain') },
];

export const worldAccounts: readonly AccountLine[] = accounts.map((account) => ({
  ...account,
  ...datesOf(account.websiteID),
}));

const agent = (
  id: number,
  websiteID: number,
  name: string,
  slug: string,
  departments: string[] = [],
  email = { agency: '', crm: '' },
): AgentLine => {
  const [firstname = name, ...others] = name.split(' ');
  const lastname = others.join(' ') || firstname;
  return { id, websiteID, name, firstname, lastname, slug, departments, email, ...datesOf(id) };
};

const mail = (agency: string, crm = '') => ({ agency, crm });

/** Some twenty people: namesakes, parts of each other's names, digits, accents, wildcards, both, one or no e-mail. */
export const worldAgents: readonly AgentLine[] = [
  agent(1, 11, 'Jane Citizen', 'jane-citizen', ['principal', 'sales'], mail('Jane@Harbour.example', 'j@crm.example')),
  agent(2, 11, 'Jane Citizen', 'jane-citizen-2', ['sales'], mail('jane2@harbour.example')),
  agent(3, 12, 'Jane Citizen', 'jane-citizen-3', ['rentals'], mail('', 'jane@harbour.example')),
  agent(4, 11, 'Jan Citi', 'jan-citi', ['Sales'], mail('jan@harbour.example', 'jan@harbour.example')),
  agent(5, 13, 'Zoë O’Hara', 'zoe-of-the-harbour', ['administrator'], mail('zoe@harbour.example')),
  agent(6, 13, 'ZOË O’HARA', 'zoe-ohara', ['administrator', 'rentals']),
  agent(7, 14, 'Per%Cent Under_Score', 'per-cent', ['commercial'], mail('per_cent@percent.example')),
  agent(8, 14, 'PerXCent UnderXScore', 'perxcent', ['commercial'], mail('perxcent@percent.example')),
  agent(9, 15, 'Back\\Slash Smith', 'back-slash', ['sales', 'commercial']),
  agent(10, 15, 'BackSlash Smith', 'backslash', []),
  agent(11, 15, 'Ångström Öberg', 'ångström', ['principal']),
  agent(12, 16, 'Smith', 'smith', ['sales']),
  agent(13, 16, 'Agent 007', 'agent-007', ['sales']),
  agent(14, 16, '12', '12', ['sales']),
  agent(15, 11, 'Mary Smith', 'mary-smith', ['principal', 'rentals', 'commercial']),
  agent(16, 11, 'Mary Smith-Jones', 'mary-smith-jones', []),
  agent(17, 12, 'Łukasz Żółw', 'lukasz-zolw', ['rentals'], mail('LUKASZ@harbour.example', 'l@CRM.example')),
  agent(18, 12, 'Иван Петров', 'иван-петров', ['sales']),
  agent(19, 13, 'Nobody Lists', 'nobody-lists', ['sales']),
  agent(20, 16, 'İpek ẞtraße', 'ipek', ['sales']),
  agent(21, 14, 'ΓΙΩΡΓΟΣ Οδός', 'γιωργοσ-οδος', ['rentals']),
];
