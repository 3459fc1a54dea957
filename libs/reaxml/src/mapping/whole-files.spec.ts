import { describe, expect, it } from 'vitest';
import { fixture, readListings, readOne } from '../../../../test/support/feed-entries.js';

const HOUSE = fixture('house').toString();

const listing = (uniqueID: string, listingType: string) => ({
  kind: 'listing',
  number: 1,
  agentID: 'HARB1',
  uniqueID,
  listingType,
  status: 'current',
  modTime: '2026-03-02T08:00:00',
  times: {},
  notes: [],
});

const RICHMOND = {
  display: true,
  subNumber: '',
  lotNumber: '',
  streetNumber: '',
  suburb: 'Richmond',
  state: 'VIC',
  postcode: '3121',
};

const metres = (area: number, frontage: number) => ({
  area: { value: area, unit: 'squareMeter' },
  frontage: { value: frontage, unit: 'meter' },
});

const ANA = { name: 'Ana Lee', email: '', telephones: [] };
const OFFICE = { number: '03 5550 1001', type: 'BH' };

describe('a file of one listing is read completely', () => {
  it('residential', async () => {
    expect(await readListings(HOUSE)).toEqual([
      {
        ...listing('house-1', 'residential'),
        patch: {
          authority: 'auction',
          underOffer: false,
          newConstruction: false,
          price: { value: 845_000, display: true, priceView: 'Guide $800,000 to $880,000' },
          address: {
            ...RICHMOND,
            subNumber: '3',
            streetNumber: '17',
            street: 'Bridge Road',
            suburb: 'RICHMOND',
            country: 'Australia',
          },
          category: 'House',
          headline: 'A verandah for long evenings',
          description: 'Two storeys, a lemon tree & a shed.',
          features: {
            bedrooms: 3,
            bathrooms: 2,
            ensuite: 1,
            garages: 1,
            carports: 2,
            airConditioning: true,
            dishwasher: true,
            alarmSystem: false,
            poolInGround: true,
            poolAboveGround: false,
            otherFeatures: 'Lemon tree, verandah',
          },
          ecoFriendly: { solarPanels: true, waterTank: false },
          // 20 squares.
          landDetails: metres(185.81, 12.5),
          buildingDetails: { area: { value: 182.5, unit: 'squareMeter' }, energyRating: '6' },
          externalLinks: ['https://house.harbour.example/1'],
          videoLinks: ['https://video.example/house-1'],
          // An image without a URL is none.
          images: [
            { id: 'm', url: 'https://images.example/house-m.jpg', type: 'featured' },
            { id: 'a', url: 'https://images.example/house-a.jpg', type: 'img' },
          ],
          documents: [
            { id: '1', url: 'https://images.example/house-plan.gif', title: 'Floor plan', type: 'floorplan' },
            {
              id: 's1',
              url: 'https://documents.example/house-soi.pdf',
              title: 'Statement of information',
              type: 'statementOfInformation',
            },
          ],
          details: {
            municipality: 'Yarra',
            isHomeLandPackage: true,
            depths: [
              { side: 'rear', value: 35 },
              { side: 'left', value: 33 },
            ],
          },
        },
        times: {
          auction: '2026-03-21T11:00:00',
          inspections: [
            { from: '2026-03-07T10:00:00', to: '2026-03-07T10:30:00' },
            { from: '2026-03-14T09:30:00', to: '2026-03-14T10:15:00' },
          ],
        },
        // An agent without a name is none.
        agents: [
          {
            name: 'Ana Lee',
            email: 'ana.lee@harbour.example',
            telephones: [OFFICE, { number: '0491 570 006', type: 'mobile' }],
          },
        ],
      },
    ]);
  });

  it('rental', async () => {
    expect(await readListings(fixture('flat-to-rent'))).toEqual([
      {
        ...listing('flat-1', 'rental'),
        patch: {
          price: { rent: { price: 525, period: 'weekly', display: true }, priceView: '$525 a week' },
          address: { ...RICHMOND, subNumber: '8', streetNumber: '40', street: 'Church Street' },
          category: 'Flat',
          headline: 'Close to the station',
          description: 'First floor, morning sun.',
          features: {
            bedrooms: 1,
            bathrooms: 1,
            openSpaces: 1,
            petFriendly: true,
            furnished: true,
            smokers: false,
          },
          details: { bond: 2100 },
        },
        times: {
          available: '2026-04-01T00:00:00',
          inspections: [{ from: '2026-03-07T17:00:00', to: '2026-03-07T17:20:00' }],
        },
        agents: [{ ...ANA, telephones: [OFFICE] }],
      },
    ]);
  });

  it('land', async () => {
    expect(await readListings(fixture('block-of-land'))).toEqual([
      {
        ...listing('block-1', 'land'),
        patch: {
          authority: 'sale',
          price: { value: 310_000, display: false, priceView: 'Ask us' },
          landCategory: 'Residential',
          address: { ...RICHMOND, lotNumber: '12', street: 'Quarry Lane' },
          headline: 'Level, fenced, connected',
          description: 'Build what you like.',
          features: { fullyFenced: true },
          landDetails: metres(512, 16),
          details: { estate: { name: 'Lemon Grove', stage: '2' }, plusSAV: true },
        },
        agents: [ANA],
      },
    ]);
  });

  it('rural', async () => {
    expect(await readListings(fixture('farm'))).toEqual([
      {
        ...listing('farm-1', 'rural'),
        patch: {
          authority: 'exclusive',
          price: { value: 1_900_000, display: true },
          ruralCategory: 'Cropping',
          address: { ...RICHMOND, streetNumber: '900', street: 'Back Creek Road' },
          headline: 'Two hundred acres of red loam',
          description: 'Crops and a creek.',
          features: { bedrooms: 5 },
          ruralFeatures: 'Fencing: New, five wires\nAnnual rainfall: 480 mm\nCarrying capacity: 300 ewes',
          landDetails: { area: { value: 809_371.28, unit: 'squareMeter' } },
        },
        agents: [ANA],
      },
    ]);
  });
});

describe('a listing that ends', () => {
  const ended = (kind: string, status: string, inner = '') =>
    `<propertyList date="2026-03-02-08:15:00"><${kind} modTime="2026-03-02-08:00:00" status="${status}">
      <agentID>HARB1</agentID><uniqueID>ended-1</uniqueID>${inner}</${kind}></propertyList>`;
  const SOLD = '<soldDetails><price display="yes">810000</price><date>2026-03-01-12:00:00</date></soldDetails>';

  it.each([
    ['residential', 'deleted'],
    ['residential', 'withdrawn'],
    ['rental', 'leased'],
    ['land', 'withdrawn'],
  ])('%s %s says nothing else', async (kind, status) => {
    expect(await readListings(ended(kind, status))).toEqual([{ ...listing('ended-1', kind), status, patch: {} }]);
  });

  it.each(['residential', 'land', 'rural'])('%s sold says when, and for how much', async (kind) => {
    expect(await readListings(ended(kind, 'sold', SOLD))).toEqual([
      {
        ...listing('ended-1', kind),
        status: 'sold',
        patch: { soldDetails: { range: null, price: 810_000, display: 'yes' } },
        times: { sold: '2026-03-01T12:00:00' },
      },
    ]);
  });
});

describe('a house', () => {
  it('in an element without a list is the same house', async () => {
    const [, element = ''] = /(<residential[^]*<\/residential>)/.exec(HOUSE) ?? [];
    expect(await readListings(element)).toEqual(await readListings(HOUSE));
  });

  it('with an inspection without a day keeps the others', async () => {
    const { times, notes } = await readOne(HOUSE.replace('7-Mar-2026 10:00am to 10:30am', '12:00AM to 12:00AM'));
    expect(times.inspections).toEqual([{ from: '2026-03-14T09:30:00', to: '2026-03-14T10:15:00' }]);
    const problem = '"12:00AM to 12:00AM" is not an inspection time';
    expect(notes).toEqual([{ element: 'inspection', problem, done: 'left out' }]);
  });
});
