import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDemoStore, TestService } from '@testing';

interface DemoListing {
  readonly id: number;
  readonly headline: string;
  readonly description: string;
  readonly category: string;
  readonly features: Readonly<Record<string, unknown>>;
  readonly ecoFriendly: Readonly<Record<string, unknown>>;
  readonly address: { readonly fullAddress: string };
  readonly agents: readonly { readonly name: string }[];
  readonly website: { readonly name: string };
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A text that people type, and the fields that it stands for. */
type Typed = readonly [text: string, fields: readonly string[]];

const AIR_CONDITIONING = ['airConditioning', 'ductedCooling', 'reverseCycleAircon', 'splitSystemAircon'];

/** The twenty keywords that visitors of the largest portal type most. */
const KEYWORDS: readonly Typed[] = [
  ['pool', ['poolInGround', 'poolAboveGround']],
  ['view', []],
  ['granny flat', []],
  ['waterfront', []],
  ['study', ['study']],
  ['garage', ['garages', 'remoteGarage']],
  ['courtyard', ['courtyard']],
  ['air conditioning', AIR_CONDITIONING],
  ['ensuite', ['ensuite']],
  ['balcony', ['balcony']],
  ['solar', ['solarPanels', 'solarHotWater']],
  ['pets', ['petFriendly']],
  ['gas', ['gasHeating']],
  ['dishwasher', ['dishwasher']],
  ['shed', ['shed']],
  ['deck', ['deck']],
  ['spa', ['insideSpa', 'outsideSpa']],
  ['fireplace', ['openFirePlace']],
  ['gym', ['gym']],
  ['lift', []],
];

const FLAGS: readonly Typed[] = [
  ['aircon', AIR_CONDITIONING],
  ['alarm', ['alarmSystem']],
  ['internet', ['broadband']],
  ['built-in robes', ['builtInRobes']],
  ['decking', ['deck']],
  ['ducted cooling', ['ductedCooling']],
  ['ducted heating', ['ductedHeating']],
  ['evaporative cooling', ['evaporativeCooling']],
  ['gas heating', ['gasHeating']],
  ['hydronic heating', ['hydronicHeating']],
  ['intercom', ['intercom']],
  ['alfresco', ['outdoorEnt']],
  ['pay tv', ['payTV']],
  ['in ground pool', ['poolInGround']],
  ['remote garage', ['remoteGarage']],
  ['reverse cycle', ['reverseCycleAircon']],
  ['rumpus', ['rumpusRoom']],
  ['secure parking', ['secureParking']],
  ['split system', ['splitSystemAircon', 'splitSystemHeating']],
  ['tennis', ['tennisCourt']],
  ['vacuum', ['vacuumSystem']],
  ['workshop', ['workshop']],
  ['furnished', ['furnished']],
  ['smokers', ['smokers']],
  ['floorboards', ['floorboards']],
  ['fully fenced', ['fullyFenced']],
  ['solar panels', ['solarPanels']],
  ['solar hot water', ['solarHotWater']],
  ['water tank', ['waterTank']],
  ['grey water', ['greyWaterSystem']],
  ['under offer', ['underOffer']],
  ['deposit taken', ['depositTaken']],
  ['new construction', ['newConstruction']],
];

let service: TestService;
let listings: readonly DemoListing[];

async function find(query: string): Promise<DemoListing[]> {
  const found: DemoListing[] = [];
  for (let [page, pages] = [1, 1]; page <= pages; page++) {
    const path = `/api/v1/listings?${query}&sort=id&limit=100&page=${page}`;
    const { status, body } = await service.get<{ total: number; data: DemoListing[] }>(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    found.push(...body.data);
    pages = Math.ceil(body.total / 100);
  }
  return found;
}

beforeAll(async () => {
  service = await TestService.start({}, await createDemoStore());
  listings = await find('status=current');
});

afterAll(() => service.stop());

function hasField(listing: DemoListing, name: string): boolean {
  const { features, ecoFriendly, details } = listing;
  const values: Record<string, unknown> = { ...listing, ...features, ...ecoFriendly, ...details };
  return values[name] === true || Number(values[name]) > 0;
}

/** The texts in which a word may stand, with the words of all flags and rooms that the listing has. */
function textOf(listing: DemoListing): string {
  const { headline, description, category, features, address, agents, website } = listing;
  const names = [...KEYWORDS, ...FLAGS].flatMap(([text, fields]) =>
    fields.some((name) => hasField(listing, name)) ? [text, ...fields] : [],
  );
  const alike = ['apartment', 'unit', 'flat'].includes(category.toLowerCase()) ? 'apartment unit flat' : '';
  const people = agents.map(({ name }) => name);
  const other = String(features['otherFeatures']);
  return [headline, description, other, category, alike, address.fullAddress, ...people, website.name, ...names]
    .join(' ')
    .toLowerCase();
}

it.each([...KEYWORDS, ...FLAGS])(
  's=%s finds all with a field of %j, and nothing that lacks the words',
  async (text, fields) => {
    const found = await find(`s=${encodeURIComponent(text)}`);
    const flagged = listings.filter((listing) => fields.some((name) => hasField(listing, name)));
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(flagged.map(({ id }) => id)));
    const words = text.split(/[ -]/).filter((word) => word !== 'in');
    for (const listing of found) {
      const listed = textOf(listing);
      expect([listing.id, listed, words.filter((word) => !listed.includes(word))]).toEqual([listing.id, listed, []]);
    }
  },
);

it('the demo has most of the flags', () => {
  const fields = [...KEYWORDS, ...FLAGS].flatMap(([, names]) => names);
  const absent = [...new Set(fields)].filter((name) => !listings.some((listing) => hasField(listing, name)));
  expect(absent.length).toBeLessThan(8);
});
