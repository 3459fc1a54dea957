import { describe, expect, it } from 'vitest';
import { readAll, readListings, readOne } from '../../../libs/feeds/src/reaxml/reading.support.js';
import { sample, SAMPLES } from './shared-files.js';

const DESCRIPTION =
  "Don't pass up an opportunity like this! First to inspect will buy! Close to local amenities and schools. " +
  'Features lavishly appointed bathrooms, modern kitchen, rustic outhouse.';

const JOHN = {
  name: 'John Doe',
  email: 'jdoe@somedomain.com.au',
  telephones: [{ number: '05 1234 5678', type: 'BH' }],
};
const TWITTER = { socialMedia: { networkC: 'https://www.twitter.com/JohnDoe' } };
const NETWORKS = {
  socialMedia: {
    networkA: 'http://www.facebook.com/pages/SomeDomain',
    networkB: 'http://au.linkedin.com/pub/john-doe/37/599/39a',
    networkC: 'http://www.twitter.com/#!/JoeAtSomeDomain',
  },
};
const MOBILE = { number: '0418 123 456', type: 'mobile' };

const RICHMOND = {
  display: true,
  subNumber: '',
  lotNumber: '',
  streetNumber: '39',
  street: 'Main Road',
  suburb: 'RICHMOND',
  state: 'VIC',
  postcode: '3121',
  country: 'Australia',
};

const FEATURES = {
  bedrooms: 4,
  bathrooms: 2,
  ensuite: 2,
  garages: 3,
  carports: 2,
  remoteGarage: true,
  secureParking: true,
  airConditioning: true,
  alarmSystem: true,
  vacuumSystem: false,
  intercom: false,
  poolInGround: true,
  poolAboveGround: false,
  insideSpa: false,
  outsideSpa: false,
  tennisCourt: true,
  balcony: true,
  deck: true,
  courtyard: true,
  outdoorEnt: true,
  shed: true,
  fullyFenced: true,
  openFirePlace: true,
  otherFeatures: 'balcony, courtyard, shed',
};

const OPEN2VIEW = 'http://www.au.open2view.com/properties/314244/tour#floorplan';

const metres = (area: number, frontage: number) => ({
  area: { value: area, unit: 'squareMeter' },
  frontage: { value: frontage, unit: 'meter' },
});

const building = (area: number) => ({ area: { value: area, unit: 'squareMeter' }, energyRating: '4.5' });

const MEDIA = {
  images: [
    { id: 'm', url: 'http://www.realestate.com.au/tmp/imageM.jpg', type: 'featured' },
    { id: 'a', url: 'http://www.realestate.com.au/tmp/imageA.jpg', type: 'img' },
  ],
  documents: [1, 2].map((id) => ({
    id: String(id),
    url: `http://www.realestate.com.au/tmp/floorplan${id}.gif`,
    title: 'Floor plan',
    type: 'floorplan',
  })),
};

const INSPECTIONS = [
  { from: '2009-01-21T11:00:00', to: '2009-01-21T13:00:00' },
  { from: '2009-01-22T15:00:00', to: '2009-01-22T15:30:00' },
];

const HOUSE_DETAILS = {
  municipality: 'Yarra',
  streetDirectory: { type: 'melways', page: '44', reference: 'G7' },
  crossOver: 'left',
  heating: 'other',
  hotWaterService: 'gas',
  newlyBuilt: true,
};
const depth = (side: string, value: number) => ({ side, value });
const depths = [depth('rear', 40)];

const named = (kind: string, listingType = kind.toLowerCase()) => ({
  kind: 'listing',
  number: 1,
  agentID: 'XNWXNW',
  listingType,
  modTime: '2009-01-01T12:30:00',
  notes: [],
});

/** What most of the residential samples say; some say more. */
const HOUSE = {
  ...named('Residential'),
  uniqueID: 'Residential-Current-ABCD1234',
  status: 'current',
  patch: {
    authority: 'auction',
    underOffer: false,
    newConstruction: true,
    price: { value: 500_000, display: true, priceView: 'Between $400,000 and $600,000' },
    address: { ...RICHMOND, subNumber: '2' },
    category: 'House',
    headline: 'SHOW STOPPER!!!',
    description: DESCRIPTION + DESCRIPTION,
    features: FEATURES,
    landDetails: metres(743.22, 20),
    buildingDetails: building(371.61),
    externalLinks: [OPEN2VIEW],
    ...MEDIA,
    details: { ...HOUSE_DETAILS, depths },
  },
  times: { auction: '2009-02-04T18:30:00', inspections: INSPECTIONS },
  agents: [{ ...JOHN, ...TWITTER }],
};

/** What the fuller ones say. */
const FULL = {
  ...HOUSE,
  patch: {
    ...HOUSE.patch,
    externalLinks: [OPEN2VIEW, 'http://www.google.com/hello'],
    details: {
      ...HOUSE.patch.details,
      councilRates: '$2000 per month',
      isHomeLandPackage: true,
      depths: [depth('rear', 40), depth('left', 60), depth('right', 20)],
    },
  },
  agents: [{ ...JOHN, ...TWITTER, telephones: [...JOHN.telephones, MOBILE] }],
};

const STATEMENTS = ['aaaa1111', 'bbbb2222', 'cccc3333'].map((id, at) => ({
  id,
  url: `http://www.example.com/statementofinformation${at + 1}.pdf`,
  title: 'Statement of information',
  type: 'statementOfInformation',
}));

const partial = (kind: string, status: string, name = status) => ({
  ...named(kind),
  uniqueID: `${kind}-${name}-ABCD1234`,
  status,
  patch: {},
  times: {},
});

const sold = (kind: string, soldDetails: object) => ({
  ...partial(kind, 'sold', 'Sold'),
  patch: { soldDetails: { range: null, ...soldDetails } },
  times: { sold: '2009-01-10T12:30:00' },
});

const RENTAL = {
  ...named('Rental'),
  uniqueID: 'Rental-Current-ABCD1234',
  status: 'current',
  patch: {
    price: { rent: { price: 350, period: 'weekly', display: true } },
    newConstruction: true,
    address: RICHMOND,
    category: 'House',
    headline: 'SHOW STOPPER!!!',
    description: DESCRIPTION + DESCRIPTION,
    features: {
      ...FEATURES,
      otherFeatures: 'balcony, courtyard',
      furnished: true,
      petFriendly: true,
      smokers: true,
    },
    landDetails: metres(557.42, 15),
    buildingDetails: building(232.26),
    externalLinks: [OPEN2VIEW],
    ...MEDIA,
    details: { ...HOUSE_DETAILS, depths },
  },
  times: {
    available: '2009-01-26T12:30:00',
    inspections: [INSPECTIONS[0], { from: '2009-01-22T11:00:00', to: '2009-01-22T13:00:00' }],
  },
  agents: [{ ...JOHN, ...NETWORKS }],
};

const rentalWith = (bond: number) => ({
  ...RENTAL,
  patch: { ...RENTAL.patch, details: { ...RENTAL.patch.details, bond } },
});

describe.skipIf(SAMPLES.isMissing)(`the samples of REAXML${SAMPLES.why}`, () => {
  it.each([
    ['Residential-Deleted', partial('Residential', 'deleted', 'Deleted')],
    ['Residential-Sold', sold('Residential', { price: 580_000, display: 'yes' })],
    ['Land-Sold', sold('Land', { price: 85_000, display: 'yes', plusSAV: false })],
    ['Rural-Sold', sold('Rural', { price: 85_000, display: 'yes', plusSAV: false })],
    ['Land-Withdrawn', partial('Land', 'withdrawn', 'Withdrawn')],
    ['Rental-Leased', partial('Rental', 'leased', 'Leased')],
  ])('%s is partial', async (name, expected) => {
    expect(await readListings(sample(name))).toEqual([expected]);
  });

  it('Residential-Current', async () => {
    const { ecoFriendly, videoLinks, documents, ...patch } = (await readOne(sample('Residential-Current'))).patch;
    const { documents: plans, ...full } = FULL.patch;
    expect(patch).toEqual(full);
    expect(ecoFriendly).toEqual({ solarPanels: true, solarHotWater: false, waterTank: true, greyWaterSystem: false });
    expect(videoLinks).toEqual(['http://www.foo.tv/abcd.html']);
    expect(documents).toEqual([...plans, ...STATEMENTS]);
    const { patch: _, ...listing } = await readOne(sample('Residential-Current'));
    const { patch: __, ...expected } = FULL;
    expect(listing).toEqual(expected);
  });

  it('Residential-Current-Minimum says little', async () => {
    expect(await readOne(sample('Residential-Current-Minimum'))).toEqual({
      ...named('Residential'),
      uniqueID: 'Residential-Current-ABCD1234',
      status: 'current',
      patch: { address: { ...RICHMOND, subNumber: '2' } },
      times: {},
    });
  });

  it('Segment-Residential-Current is an element without a list', async () => {
    const { isHomeLandPackage: _, ...details } = FULL.patch.details;
    const expected = { ...FULL, patch: { ...FULL.patch, details } };
    expect(await readListings(sample('Segment-Residential-Current'))).toEqual([expected]);
  });

  it('Residential-Current-BedroomIsStudio has 0 bedrooms', async () => {
    const { patch } = await readOne(sample('Residential-Current-BedroomIsStudio'));
    expect(patch).toMatchObject({ category: 'Studio', features: { ...FEATURES, bedrooms: 0 } });
  });

  it('Residential-CurrentWith-AddressDisplayNo hides its address', async () => {
    const { patch } = await readOne(sample('Residential-CurrentWith-AddressDisplayNo'));
    expect(patch.address).toEqual({ ...RICHMOND, subNumber: '2', display: false });
  });

  it('Residential-Current-WithPriceAndDisplayNoAndAPriceView hides its price and shows words', async () => {
    const { patch } = await readOne(sample('Residential-Current-WithPriceAndDisplayNoAndAPriceView'));
    expect(patch.price).toEqual({ ...HOUSE.patch.price, display: false });
  });

  it('Residential-Current-WithDuplicateAgents names two agents twice', async () => {
    const { agents } = await readOne(sample('Residential-Current-WithDuplicateAgents'));
    const agent = (name: string, email: string, number: string) => ({
      name,
      email,
      telephones: [{ number, type: 'mobile' }],
    });
    expect(agents).toEqual([
      agent('Princess Leia', 'ImAPrincess@rebelalliance.com', '1234 1234'),
      agent('Han Solo', 'IShotFirst@rebelalliance.com', '0987 0987'),
    ]);
  });

  it('Residential-Current-WithBadInspectionTime keeps the good ones', async () => {
    const { patch, times, notes, agents } = await readOne(sample('Residential-Current-WithBadInspectionTime'));
    const days = ['08', '10', '15', '17', '22', '24', '29', '31'];
    expect(times).toEqual({
      auction: '2014-05-31T13:00:00',
      inspections: days.map((day) => ({ from: `2014-05-${day}T12:00:00`, to: `2014-05-${day}T12:45:00` })),
    });
    expect(notes).toEqual([
      { element: 'inspection', problem: '"12:00AM to 12:00AM" is not an inspection time', done: 'left out' },
    ]);
    expect(agents).toEqual([
      {
        name: 'Tony Lucas',
        email: 'tony@rhmaroubra.com.au',
        telephones: [
          { number: '0418 264 035', type: 'mobile' },
          { number: '02 8347 6401', type: 'BH' },
        ],
      },
    ]);
    expect(patch).toMatchObject({
      address: { street: 'Smith Avenue', suburb: 'MAROUBRA', latitude: '-33.3', longitude: '151.2' },
      landDetails: { area: null },
      buildingDetails: { area: null },
      externalLinks: [],
      videoLinks: [],
      documents: [{ id: '1', type: 'floorplan' }],
    });
    expect(patch.images?.map(({ id }) => id).join('')).toBe('mabcdefghi');
    expect(patch.description).toMatch(/^Perfectly located .* and Ma\nroubra beach,/);
  });

  it('Residential-Current-WithDateTimeHack1 has one-digit hours and places for images that are not taken', async () => {
    const listing = await readOne(sample('Residential-Current-WithDateTimeHack1'));
    expect(listing).toMatchObject({
      agentID: 'EVIEWFRANK',
      uniqueID: '54972',
      listingType: 'rental',
      modTime: '2016-05-26T09:31:30',
      times: { available: '2016-04-28T12:30:00', inspections: [] },
      notes: [],
    });
    expect(listing.patch.images?.map(({ id }) => id).join('')).toBe('mabcdefgh');
    expect(listing.patch.price).toEqual({ rent: { price: 395, period: 'weekly', display: true } });
    expect(listing.patch.features).toMatchObject({ bedrooms: 4, garages: 0, splitSystemAircon: false, study: false });
    expect(listing.patch.buildingDetails).toEqual({ area: { value: 0, unit: 'squareMeter' } });
  });

  it('InvalidCharacter is read without the character', async () => {
    const { notes, ...listing } = await readOne(sample('InvalidCharacter'));
    const { notes: _, ...expected } = HOUSE;
    const description =
      'this line below has an invisible bad character between the * and the R.\n*Rental Appraisal $380pw';
    expect(listing).toEqual({ ...expected, patch: { ...expected.patch, description } });
    expect(notes).toEqual([
      { element: 'description', problem: 'the character U+0016, which XML forbids', done: 'stripped' },
    ]);
  });

  it('BadContent is rejected whole', async () => {
    const problem = 'has the root element <badContent>, not <propertyList>';
    expect(await readAll(sample('BadContent'))).toMatchObject([{ kind: 'file-problem', fatal: true, problem }]);
  });

  it('Rental-Current', async () => {
    expect(await readListings(sample('Rental-Current'))).toEqual([rentalWith(999)]);
  });

  it('Land-Current', async () => {
    const { patch, times } = await readOne(sample('Land-Current'));
    expect(patch).toMatchObject({
      authority: 'auction',
      landCategory: 'Residential',
      price: { value: 80_000, display: true, priceView: 'To suit buyers 60K+' },
      address: { ...RICHMOND, lotNumber: '12' },
      features: { fullyFenced: true },
      landDetails: metres(557.42, 20),
      ...MEDIA,
    });
    expect(times).toEqual({ auction: '2009-01-24T12:30:00' });
    expect(patch.details).toMatchObject({ estate: { name: 'Panorama', stage: '5' }, plusSAV: false });
  });

  it('Rural-Current', async () => {
    const { patch, times } = await readOne(sample('Rural-Current'));
    expect(patch).toEqual({
      authority: 'auction',
      underOffer: false,
      price: { value: 400_000, display: false, priceView: 'To suit buyers 300K+' },
      address: RICHMOND,
      ruralCategory: 'Cropping',
      headline: 'SHOW STOPPER!!!',
      description: DESCRIPTION.repeat(3),
      features: { ...FEATURES, otherFeatures: 'balcony, courtyard, stables' },
      ruralFeatures: [
        'Fencing: Boundary and internal fencing all in good condition',
        'Annual rainfall: 250 mm per annum',
        'Soil types: red basalt',
        'Improvements: Shearing shed, barn and machinery shed.',
        'Council rates: $2,200 per annum',
        'Irrigation: Electric pump from dam and bore.',
        'Carrying capacity: 400 Deer or 100 head of breeding Cattle',
        'Services: Power, telephone, airstrip, school bus, mail.',
      ].join('\n'),
      landDetails: metres(202_342.82, 500),
      buildingDetails: building(185.81),
      externalLinks: [OPEN2VIEW],
      ...MEDIA,
      details: { ...HOUSE_DETAILS, depths: [depth('rear', 400)], plusSAV: false },
    });
    expect(times).toEqual({
      auction: '2009-01-24T14:30:00',
      inspections: [INSPECTIONS[0], { from: '2009-01-22T13:00:00', to: '2009-01-22T15:00:00' }],
    });
  });

  it('AllTypes has six listings', async () => {
    const listings = await readListings(sample('AllTypes'));
    expect(listings).toEqual([
      HOUSE,
      { ...sold('Residential', { price: 580_000, display: 'yes' }), number: 2 },
      { ...partial('Residential', 'withdrawn', 'Withdrawn'), number: 3 },
      { ...rentalWith(350), number: 4 },
      { ...partial('Rental', 'leased', 'Leased'), number: 5 },
      { ...partial('Rental', 'withdrawn', 'Withdrawn'), number: 6 },
    ]);
  });
});
