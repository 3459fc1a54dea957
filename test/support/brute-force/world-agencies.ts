import { uuid } from '../../factories/suburb.factory.js';
import type { AccountLine, AgentLine } from './lines.js';

const shows = (hasForSale: boolean, hasForRent: boolean) => ({ listingTypes: { hasForSale, hasForRent } });

const keys = (name: string) => ({ accessKey: `${name}-key-of-the-world`, secretKey: `${name}-secret-of-the-world` });

/** Creation times, some of them equal. */
const datesOf = (id: number) => ({
  createdAt: `2026-02-0${1 + ((id * 5) % 7)}T00:00:00.000Z`,
  updatedAt: `2026-03-0${1 + ((id * 3) % 5)}T00:00:00.000Z`,
});

type Named = Omit<AccountLine, keyof ReturnType<typeof datesOf>>;

const account = (websiteID: number, name: string, link: string, key: string, fields: Partial<Named> = {}): Named => ({
  websiteID,
  name,
  link,
  ...keys(key),
  ...fields,
});

const at = (suburb: string, state: string, postcode: string) => ({ suburb, state, postcode });
const placed = (latitude: string, longitude: string) => ({ latitude, longitude });
const below = (mainWebsiteID: number, listingSource: string, listingOfficeIDs: string[]) => ({
  type: 'sub-account',
  subsiteDetails: { mainWebsiteID, listingSource, listingOfficeIDs },
});

/** Offices with coordinates, at the centre of a suburb, and without a place: a main account, three sub-accounts (one of them by offices), a disabled account, and an account with few fields. */
const accounts: readonly Named[] = [
  account(11, 'Harbour & Co', 'https://www.harbour.example/home/', 'harbour', {
    isWebsiteClient: true,
    isDisplayToFrontEnd: true,
    config: shows(true, true),
    address: {
      ...at('Haymarket', 'NSW', '2000'),
      streetNumber: '12',
      street: 'Quay Street',
      ...placed('-33.9', '151.2'),
    },
  }),
  account(12, 'Harbour Richmond', 'https://richmond.harbour.example', 'harbour-richmond', {
    ...below(11, 'officeID', ['HARB1', 'HARB3']),
    isDisplayToFrontEnd: true,
    config: shows(true, false),
    address: { ...at('RICHMOND', 'vic', '3121'), streetNumber: '1', street: 'Bridge Road' },
  }),
  account(13, 'Harbour Rentals', 'http://WWW.Rentals.example', 'harbour-rentals', {
    ...below(11, '', ['HARB1']),
    config: shows(false, true),
    address: { ...at('Richmond', 'QLD', '4740'), ...placed('-37.85', '145.05') },
  }),
  account(14, '100% Estates_', 'https://www.percent.example/a%20b_c', 'percent', {
    status: false,
    isDisplayToFrontEnd: true,
    config: shows(true, true),
    address: { ...at('Saint-Éloi', 'NSW', '2795'), street: 'Snow_Road 50%' },
  }),
  account(15, 'Ångström & İpek Homes', 'https://angstrom.example:8443/x?y=1', 'angstrom', {
    ...below(14, 'officeID', []),
    isWebsiteClient: true,
    address: at('Unknown Hollow', 'TAS', '7999'),
  }),
  account(16, 'Plain', 'https://plain.example', 'plain', { isDisplayToFrontEnd: true }),
];

export const worldAccounts: readonly AccountLine[] = accounts.map((line) => ({ ...line, ...datesOf(line.websiteID) }));

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
  return { id, _id: uuid(5, id), websiteID, name, firstname, lastname, slug, departments, email, ...datesOf(id) };
};

const mail = (agency: string, crm = '') => ({ agency, crm });

/**
 * About twenty people: namesakes, names that contain others, digits, accents, wildcards; with two e-mail addresses, one
 * or none.
 */
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
