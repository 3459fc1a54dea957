import { importFeedText } from '../support/feed-texts.js';
import { type Keys, seed, type TestService } from '@testing';

const uuid = (kind: number, number: number) => `01900000-000${kind}-7000-8000-${String(number).padStart(12, '0')}`;

const MAIN: Keys = { accessKey: 'upgrade-main-access-key', secretKey: 'upgrade-main-secret-key-of-the-tests' };
const SUB: Keys = { accessKey: 'upgrade-sub-access-key', secretKey: 'upgrade-sub-secret-key-of-the-tests' };

const suburb = (number: number, name: string, fields: object) => ({
  _id: uuid(1, number),
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  areaName: 'Inner East',
  regionName: 'Melbourne',
  surroundingSuburbs: null,
  latitude: '-37.82',
  longitude: '145.0',
  timeZone: 'Australia/Melbourne',
  ...fields,
});

const SUBURBS = [
  suburb(1, 'Richmond VIC 3121', {
    suburb: 'Richmond',
    state: 'VIC',
    postcode: '3121',
    surroundingSuburbs: [{ name: 'Kew VIC 3101', slug: 'kew-vic-3101' }],
  }),
  suburb(2, 'Kew VIC 3101', { suburb: 'Kew', state: 'VIC', postcode: '3101', areaName: 'Outer East' }),
  suburb(3, 'Perth WA 6000', {
    suburb: 'Perth',
    state: 'WA',
    postcode: '6000',
    regionName: 'Perth',
    latitude: '-31.95',
    longitude: '115.86',
    timeZone: 'Australia/Perth',
  }),
];

const ACCOUNTS = [
  {
    websiteID: 12,
    _id: uuid(4, 12),
    name: 'Harbour & Co',
    link: 'https://www.harbour.example/home',
    isWebsiteClient: true,
    ...MAIN,
    about: 'Selling by the harbour since 1987. “Zoë’s” office 🏠',
    address: { streetNumber: '39', street: 'Main Road', suburb: 'Richmond', state: 'VIC', postcode: '3121' },
    // A private address gets no deliveries.
    hooks: [{ name: 'CRM', url: 'https://127.0.0.1/hook', trigger: 'new-current-listing' }],
    enabledSlug: true,
    slugs: [{ listingType: 'residential', slug: '/buy/{address.suburb}/{uniqueID}' }],
  },
  {
    websiteID: 13,
    _id: uuid(4, 13),
    name: 'Harbour West',
    link: 'https://west.harbour.example',
    type: 'sub-account',
    ...SUB,
    subsiteDetails: { mainWebsiteID: 12, listingSource: 'officeID', listingOfficeIDs: ['WEST'] },
  },
  { websiteID: 14, _id: uuid(4, 14), name: 'Gone Soon', link: 'https://gone.example' },
];

const AGENTS = [
  {
    id: 31,
    _id: uuid(5, 31),
    websiteID: 12,
    name: 'Zoë O’Hara',
    firstname: 'Zoë',
    lastname: 'O’Hara',
    departments: ['sales'],
  },
  { id: 32, _id: uuid(5, 32), websiteID: 12, name: 'Jane Citizen', firstname: 'Jane', lastname: 'Citizen' },
  { id: 33, _id: uuid(5, 33), websiteID: 14, name: 'Gone Soon', firstname: 'Gone', lastname: 'Soon' },
];

const listing = (id: number, listingType: string, status: string, fields: object = {}) => ({
  _id: uuid(2, id),
  id,
  websiteID: 12,
  agentID: 'EAST',
  uniqueID: `L${id}`,
  listingType,
  status,
  address: { streetNumber: String(id), street: 'Main Road', suburb: 'Richmond', state: 'VIC', postcode: '3121' },
  firstdate: '2025-03-01T00:00:00.000Z',
  modtime: `2025-03-04T05:06:${id - 7000}.000Z`,
  createdAt: '2025-03-02T00:00:00.000Z',
  updatedAt: `2025-03-05T00:00:${id - 7000}.000Z`,
  ...fields,
});

const LISTINGS = [
  listing(7010, 'residential', 'current', {
    category: 'House',
    agents: [{ id: 31 }, { id: 32, profileVisibility: false }],
    features: {
      bedrooms: 3,
      bathrooms: 2,
      garages: 1,
      otherFeatures: 'Wine cellar',
      airConditioning: true,
      study: true,
    },
    price: { priceView: '$1.15m', display: true, value: 1_150_000 },
    auctionDetails: { date: '2025-03-21T01:30:00.000Z' },
    inspectionTimes: [{ dateFrom: '2025-03-06T22:30:00.000Z', dateTo: '2025-03-06T23:00:00.000Z' }],
    images: [{ id: 'm', url: 'https://images.harbour.example/1/m.jpg', type: 'featured' }],
    headline: 'Light by the park',
  }),
  listing(7011, 'rental', 'current', {
    agentID: 'WEST',
    address: {
      display: false,
      streetNumber: '5',
      street: 'Hidden Lane',
      suburb: 'Kew',
      state: 'VIC',
      postcode: '3101',
    },
    price: { display: false, rent: { price: 650, period: 'weekly', available: '2025-04-30T14:00:00.000Z' } },
  }),
  // A second listing of one property.
  listing(7012, 'residential', 'sold', {
    address: { streetNumber: '7010', street: 'Main Road', suburb: 'Richmond', state: 'VIC', postcode: '3121' },
    soldDetails: { price: 990_000, date: '2025-03-03T00:00:00Z' },
  }),
  listing(7013, 'rental', 'leased'),
  listing(7014, 'land', 'withdrawn', { landCategory: 'Residential' }),
  listing(7015, 'rural', 'offmarket', { ruralCategory: 'Livestock' }),
  listing(7016, 'commercial', 'current', {
    commercialCategory: ['Offices'],
    commercialListingType: 'lease',
    commercialRent: { value: 85_000, period: 'annual', tax: 'exclusive' },
    address: { street: 'St Georges Terrace', streetNumber: '1', suburb: 'Perth', state: 'WA', postcode: '6000' },
  }),
  listing(7017, 'business', 'current', { businessCategory: ['Retail'], underOffer: true }),
  // A place outside the reference.
  listing(7018, 'residential', 'current', {
    address: { street: 'Sea Road', streetNumber: '2', suburb: 'Nowhere', state: 'NT', postcode: '0899' },
  }),
];

/** An entry is imported, one is rejected because it has no address, one deletes what is not there, one cannot be read. */
const FEED = `<?xml version="1.0"?>
<propertyList date="2025-03-01">
  <residential modTime="2025-03-01-09:00:00" status="current"><agentID>EAST</agentID><uniqueID>F1</uniqueID>
    <address><streetNumber>8</streetNumber><street>Main Road</street><suburb>Kew</suburb><state>vic</state>
    <postcode>3101</postcode></address><headline>Of a feed</headline></residential>
  <residential modTime="2025-03-01-09:00:00" status="current"><agentID>EAST</agentID><uniqueID>F2</uniqueID>
    <headline>Without an address</headline></residential>
  <residential modTime="2025-03-01-09:00:00" status="deleted"><agentID>EAST</agentID><uniqueID>F3</uniqueID></residential>
  <residential modTime="2025-03-01-09:00:00" status="gone"><agentID>EAST</agentID><uniqueID>F4</uniqueID></residential>
</propertyList>`;

/** What no request writes at once. */
const BY_JOBS = `
  INSERT INTO credential_uses (credential_id, used_at)
    SELECT id, now() FROM credentials WHERE access_key = '${MAIN.accessKey}';
  INSERT INTO hook_messages (hook_id, message_id, type, body, at, attempts, next_at)
    SELECT id, 'msg_1', 'listing.created', '{}', now(), 2, now() + interval '1 hour' FROM hook_endpoints;
  INSERT INTO feed_uploads (id, bytes) VALUES ('${uuid(9, 901)}', 1);
  INSERT INTO feed_upload_chunks (upload_id, position, bytes) VALUES ('${uuid(9, 901)}', 0, '\\x3c');
  INSERT INTO enquiries (uid, website_id, kind, listing_id, name, email, phone, message, created_at)
    SELECT '${uuid(9, 902)}', website_id, 'listing', id, 'Sam', 'sam@example.org', '', 'May I see it?', now() FROM listings LIMIT 1;
  INSERT INTO enquiries (uid, website_id, kind, agent_id, name, email, phone, address, message, created_at)
    SELECT '${uuid(9, 904)}', website_id, 'appraisal', id, 'Kim', '', '0400 000 004', '1 High Street', 'Please call.', now()
    FROM agents LIMIT 1;
  INSERT INTO searches (uid, website_id, name, query, reference, notify, cursor, group_key, keys, keys_version, is_widened, is_broad)
    VALUES ('${uuid(9, 903)}', 12, 'Near', 'state=VIC', 'visitor', '{new}', '', ' near', '{anywhere}', 1, false, true);
  INSERT INTO enquiry_counts VALUES ('an address', 1, now() + interval '1 hour');
  INSERT INTO listing_history (listing_id, at, kind, before)
    SELECT id, '2025-02-01T00:00:00Z', 'status', '{"status": "withdrawn"}' FROM listings ON CONFLICT DO NOTHING`;

/**
 * Writes some rows into every table of release 1.0.0, as the service writes them. The file stays as it is: the dump of the
 * release has these rows. A later release has a file of its own.
 */
export async function fill(service: TestService): Promise<void> {
  await seed(service, { suburbs: SUBURBS, accounts: ACCOUNTS, agents: AGENTS, listings: LISTINGS });
  await importFeedText(service.store.dataSource, FEED);
  await service.put('/api/v1/websites/12', { about: 'Changed' }, { as: MAIN });
  await service.post(
    '/api/v1/agents',
    { websiteID: 12, name: 'Ann New', firstname: 'Ann', lastname: 'New' },
    { as: MAIN, headers: { 'idempotency-key': 'upgrade-1' } },
  );
  await service.post('/api/v1/websites/12/credentials', { scope: 'public', label: 'App' }, { as: MAIN });
  await service.delete('/api/v1/agents/33');
  await service.delete('/api/v1/websites/14');
  for (const verb of ['rotate', 'ping', 'enable'])
    await service.post(`/api/v1/websites/12/hooks/1/${verb}`, undefined, { as: MAIN });
  await service.store.dataSource.query(BY_JOBS);
}
