import { beforeAll, describe, expect, it } from 'vitest';
import { type Keys, listingLine, seed, specService, storeCredential, suburbLine } from '@testing';

const place = (suburb: string, state: string, postcode: string) => ({ suburb, state, postcode });
const richmond = place('Richmond', 'VIC', '3121');

/** Listings by the names used in the tests. */
const LISTINGS = {
  garden: listingLine(11, {
    uniqueID: 'ABC-123',
    address: { ...richmond, streetNumber: '12', subNumber: '3', street: 'Lennox Street' },
    headline: 'A walled GARDEN, café-style',
    description: "The owner's pride: figs & roses. 100% renovated; snake_case too.",
  }),
  hidden: listingLine(11, {
    address: { ...richmond, display: false, streetNumber: '7 B', street: 'Secret Lane' },
    headline: 'Garden of delight',
  }),
  kew: listingLine(12, {
    address: { ...place('Kew', 'VIC', '3101'), streetNumber: '40', street: 'Richmond Road' },
    headline: 'Corner position',
    description: 'Between Hawthorn and the garden of the parish.',
  }),
  kilda: listingLine(12, {
    address: { ...place('St Kilda', 'VIC', '3182'), streetNumber: '1', street: 'The Esplanade' },
    headline: 'Sea views',
  }),
  sydney: listingLine(12, {
    address: { ...place('Richmond', 'NSW', '2753'), streetNumber: '2', street: 'Windsor Street' },
    headline: 'Airbase nearby, three bedrooms',
    category: 'AcreageSemi-rural',
    features: { bathrooms: 2, poolInGround: true, courtyard: false },
    agents: [{ id: 1 }],
  }),
  burleigh: listingLine(13, {
    address: { ...place('Burleigh Heads', 'QLD', '4220'), streetNumber: '42', street: 'Acanthus Avenue' },
    headline: 'Grey stone kitchen',
    listingType: 'rental',
    category: 'Unit',
    features: { bedrooms: 0, parkingSpaces: 1, petFriendly: true, splitSystemAircon: true },
  }),
  parade: listingLine(13, {
    address: {
      ...place('Burleigh Heads', 'QLD', '4220'),
      subNumber: 'L2',
      streetNumber: '88',
      street: 'Surf Parade E',
    },
    headline: 'Shop & office',
  }),
  apart: listingLine(13, {
    address: { ...place('Burleigh Heads', 'QLD', '4220'), streetNumber: '16 A', street: 'Mc Donald Court' },
    headline: 'Studio',
  }),
  joined: listingLine(13, {
    address: { ...place('Burleigh Heads', 'QLD', '4220'), streetNumber: '16B', street: "O'Brien Pde East" },
    headline: 'A cottage and a shed',
  }),
  sold: listingLine(11, { status: 'sold', address: { ...richmond, street: 'Old Street' }, headline: 'Garden once' }),
};
type Name = keyof typeof LISTINGS;

const service = specService();
let publicKeys: Keys;
let otherPublicKeys: Keys;
const names = new Map<string, Name>();

beforeAll(async () => {
  const account = (websiteID: number, name: string) => ({ websiteID, name, link: `https://a${websiteID}.example` });
  await seed(service, {
    suburbs: [
      suburbLine('Richmond VIC 3121', { regionName: 'Greater Melbourne' }),
      suburbLine('Richmond NSW 2753', { regionName: 'Greater Sydney' }),
      suburbLine('Kew VIC 3101', { regionName: 'Greater Melbourne' }),
      suburbLine('Hawthorn VIC 3122', { regionName: 'Greater Melbourne' }),
      suburbLine('St Kilda VIC 3182', { regionName: 'Greater Melbourne' }),
      suburbLine('Burleigh Heads QLD 4220', { regionName: 'Gold Coast' }),
      suburbLine('Burleigh QLD 4822'),
      suburbLine('Grey VIC 3407'),
    ],
    agents: [{ id: 1, websiteID: 12, name: 'Rita Ray-O’Neil', firstname: 'Rita', lastname: 'Ray-O’Neil' }],
    accounts: [account(11, 'Harbour & Co'), account(12, 'Müller’s Homes'), account(13, 'Coastline')],
    listings: Object.values(LISTINGS),
  });
  for (const [name, { uniqueID }] of Object.entries(LISTINGS)) names.set(uniqueID, name as Name);
  publicKeys = await storeCredential(service, { websiteID: 11 }, 'public');
  otherPublicKeys = await storeCredential(service, { websiteID: 12 }, 'public');
});

/** The names of the listings that a text finds. */
async function find(s: string, others = '', as?: Keys): Promise<Name[]> {
  const path = `/api/v1/listings?sort=id&s=${encodeURIComponent(s)}${others}`;
  const { status, body } = await service.get<{ total: number; data: { uniqueID: string }[] }>(path, as ? { as } : {});
  expect({ s, status, body: status === 200 ? '' : body, total: body.total }).toEqual({
    s,
    status: 200,
    body: '',
    total: body.data?.length,
  });
  return body.data.map(({ uniqueID }) => names.get(uniqueID)!);
}

describe('the parameter s of listings (B28)', () => {
  it.each<[string, Name[]]>([
    // address, headline, description, uniqueID, agency; case, accents and apostrophes make no difference
    ['lennox', ['garden']],
    ['CAFÉ-style', ['garden']],
    ['owners', ['garden']],
    ['abc-123', ['garden']],
    ['muller’s', ['kew', 'kilda', 'sydney']],
    ['mullers corner', ['kew']],
    // every word, by its prefix from three letters on
    ['garden fig', ['garden']],
    ['garden igs', []],
    ['gard', ['garden', 'hidden', 'kew']],
    ['ga', []],
    // kinds of streets, units and the country, as people write them
    ['Lennox Str.', ['garden']],
    ['the esp', ['kilda']],
    ['3/12 Lennox St, Richmond VIC 3121, Australia', ['garden']],
    ['apt 3 12 lennox street richmond', ['garden']],
    ['Unit 4/12 Lennox Street', []],
    ['a of', []],
    ['of', ['hidden', 'kew']],
    ['1st esplanade', []],
    // wildcards are punctuation
    ['100%', ['garden']],
    ['_ % figs', ['garden']],
    // an apostrophe alone is a word without letters
    ["'", []],
    // places
    ['richmond', ['garden', 'hidden', 'kew', 'sydney']],
    ['Richmond, New South Wales', ['sydney']],
    ['richmond vic 2753', ['garden', 'hidden', 'sydney']],
    ['ST.KILDA, Victoria', ['kilda']],
    ['3121 garden', ['garden', 'hidden']],
    ['3121 nsw', []],
    ['3121, Richmond garden', ['garden', 'hidden']],
    ['2 windsor st richmond 2753 nsw', ['sydney']],
    ['victoria garden', ['garden', 'hidden', 'kew']],
    ['richmond garden victoria', ['garden', 'hidden']],
    ['New South Wales richmond', ['sydney']],
    ['richm', ['garden', 'hidden', 'kew', 'sydney']],
    ['st. kilda', ['kilda']],
    ['greater melbourne garden', ['garden', 'hidden', 'kew']],
    ['kew st kilda', ['kew', 'kilda']],
    ['richmond garden kew', ['garden', 'hidden', 'kew']],
    // the name of a place may also be text
    ['hawthorn', ['kew']],
    ['42 acanthus ave burleigh', ['burleigh']],
    ['42 acanthus ave burleigh qld 4220', ['burleigh']],
    ['grey', ['burleigh']],
    ['grey kitchen', ['burleigh']],
    ['kew grey', ['kew']],
    // one address in several spellings
    ['parade east', ['parade', 'joined']],
    ['Surf Pde E', ['parade']],
    ["O'Brien Parade E", ['joined']],
    ['o brien pde', ['joined']],
    ['OBrien', ['joined']],
    ['L2/88 surf parade', ['parade']],
    ['Level 2/88', ['parade']],
    ['Lvl 2, 88 Surf Parade', ['parade']],
    ['Level 3/88', []],
    ['16A mcdonald', ['apart']],
    ['16 A Mc Donald Ct', ['apart']],
    ['16 mcdonald', ['apart']],
    ['16b obrien', ['joined']],
    ['16 B obrien', ['joined']],
    ['16 A obrien', []],
    // "and" is punctuation
    ['shop and office', ['parade']],
    ['cottage & shed', ['joined']],
    ['harbour and co fig', ['garden']],
    ['& and', []],
    // the country after an address
    ['3/12 Lennox St, Richmond VIC 3121 AU', ['garden']],
    // flags, categories, types and rooms; a flag that is false finds nothing
    ['pool', ['sydney']],
    ['swimming pools', ['sydney']],
    ['courtyard', []],
    ['pets', ['burleigh']],
    ['view', ['kilda']],
    ['units with pets', ['burleigh']],
    ['air conditioning', ['burleigh']],
    ['aircon', ['burleigh']],
    ['acreage', ['sydney']],
    ['semi rural', ['sydney']],
    ['apartment', ['burleigh']],
    ['studio', ['burleigh', 'apart']],
    ['rental', ['burleigh']],
    ['pool for sale in nsw', ['sydney']],
    ['3 bedroom', ['sydney']],
    ['3br, 2 baths', ['sydney']],
    ['Three bed acreage with a pool', ['sydney']],
    ['2 bedroom', []],
    ['3 bathrooms', []],
    ['1 car space', ['burleigh']],
    ['unit with 1 car', ['burleigh']],
    // people
    ['rita', ['sydney']],
    ['Rita Ray', ['sydney']],
    ['ray oneil richmond', ['sydney']],
    ['rita kew', []],
    // but a street is not a place
    ['40 Richmond Rd', ['kew']],
    ['kew richmond road', ['kew']],
  ])('%j', async (s, expected) => {
    expect(await find(s)).toEqual(expected);
  });

  it('combines with every other parameter', async () => {
    expect(await find('garden', '&status=all')).toEqual(['garden', 'hidden', 'kew', 'sold']);
    expect(await find('garden', '&status=sold')).toEqual(['sold']);
    expect(await find('garden', '&websiteID=11')).toEqual(['garden', 'hidden']);
    expect(await find('garden', '&suburb=Kew&minPrice=')).toEqual(['kew']);
    expect(await find('garden', '&region=Greater Melbourne&excludeids=999')).toHaveLength(3);
  });

  it('does not reveal hidden data to visitors', async () => {
    expect(await find('secret')).toEqual(['hidden']);
    for (const s of ['7 secret lane', '7B secret lane']) expect(await find(s)).toEqual(['hidden']);
    for (const s of ['secret', 'lane', '7', '7b', '7 B', 'secret garden', 'sec', 'ln', '7 secret ln, richmond'])
      expect(await find(s, '', publicKeys)).toEqual([]);
    expect(await find('richmond garden', '', publicKeys)).toEqual(['garden', 'hidden', 'kew']);
    expect(await find('lennox harbour', '', publicKeys)).toEqual(['garden']);
    expect((await service.get('/api/v1/listings?s=garden&status=withdrawn', { as: publicKeys })).status).toBe(403);
  });

  it('finds sold listings with the public key of their own website only', async () => {
    expect(await find('garden', '&status=sold', publicKeys)).toEqual(['sold']);
    expect(await find('garden', '&status=sold', otherPublicKeys)).toEqual([]);
  });

  it('accepts twenty words that may all be places', async () => {
    expect(await find('pt '.repeat(20))).toEqual([]);
    expect(await find('richmond vic 3121 '.repeat(6))).toEqual(['garden', 'hidden']);
  });
});

describe('the results of s reflect', () => {
  it('an agency with a new name', async () => {
    const rename = (name: string) => service.put('/api/v1/websites/11', { name });
    expect((await rename('Quayside')).status).toBe(200);
    expect(await find('harbour')).toEqual([]);
    expect(await find('quayside')).toEqual(['garden', 'hidden']);
    await rename('Harbour & Co');
    expect(await find('harbour')).toEqual(['garden', 'hidden']);
  });

  it('an agent with a new name, and the agents of a listing', async () => {
    const { dataSource } = service.store;
    await service.put('/api/v1/agents/1', { name: 'Margarita Quill' });
    expect(await find('rita')).toEqual([]);
    expect(await find('quill')).toEqual(['sydney']);
    await seed(service, { listings: [{ ...LISTINGS.sydney, agents: [] }] });
    expect(await find('quill')).toEqual([]);
    await seed(service, { listings: [LISTINGS.sydney] });
    expect(await find('quill')).toEqual(['sydney']);
    await dataSource.query('DELETE FROM agents WHERE id = 1');
    expect(await find('quill')).toEqual([]);
  });

  it('a listing that is sold, moves to another suburb, or is deleted by hand', async () => {
    const { dataSource } = service.store;
    const change = (set: string) =>
      dataSource.query(`UPDATE listings SET ${set} WHERE unique_id = '${LISTINGS.kilda.uniqueID}'`);
    await change(`status = 'sold'`);
    expect(await find('views')).toEqual([]);
    expect(await find('views', '&status=sold')).toEqual(['kilda']);
    await change(`status = 'current', suburb_id = (SELECT id FROM suburbs WHERE name = 'Kew VIC 3101')`);
    expect(await find('kew views')).toEqual(['kilda']);
    await change(`suburb_id = (SELECT id FROM suburbs WHERE name = 'St Kilda VIC 3182')`);
    expect(await find('kew views')).toEqual([]);
    expect(await find('st kilda views')).toEqual(['kilda']);
  });

  it('a suburb that moves to another region', async () => {
    const change = (regionName: string) =>
      seed(service, { suburbs: [suburbLine('St Kilda VIC 3182', { regionName })] });
    await change('Bayside');
    expect(await find('greater melbourne views')).toEqual([]);
    expect(await find('bayside views')).toEqual(['kilda']);
    await change('Greater Melbourne');
    expect(await find('greater melbourne views')).toEqual(['kilda']);
  });

  it('a changed text', async () => {
    await seed(service, { listings: [{ ...LISTINGS.garden, headline: 'An orchard' }] });
    expect(await find('orchard')).toEqual(['garden']);
    expect(await find('walled')).toEqual([]);
  });
});
