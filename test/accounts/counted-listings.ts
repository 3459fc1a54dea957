import { expect } from 'vitest';
import { type Keys, listingLine, NO_LISTINGS, seed, suburbLine, type TestService } from '@testing';

/** The numbers of listings in a response. */
export interface Counts {
  readonly sale: number;
  readonly rent: number;
  readonly sold12Months: number;
  readonly leased12Months: number;
  readonly medianSoldPrice?: number;
}

/** An item of a list of accounts or agents. */
export interface Item {
  readonly id: number;
  readonly websiteID: number;
  readonly listingCounts: Counts;
  readonly locationAccuracy?: string;
  readonly distance?: number;
}

export type Line = ReturnType<typeof listingLine>;

interface Account {
  readonly websiteID: number;
}

export const NONE: Counts = NO_LISTINGS;
export const RICHMOND = { suburb: 'Richmond', state: 'VIC', postcode: '3121' };
export const BURNLEY = { suburb: 'Burnley', state: 'VIC', postcode: '3121' };
export const HUME = { suburb: 'Hume', state: 'ACT', postcode: '2620' };

const around = (name: string) => [{ name, slug: name.toLowerCase().replaceAll(' ', '-') }];

/** A suburb with a neighbour, a suburb named like a region, and suburbs of regions and areas. */
export const SUBURBS = [
  suburbLine('Richmond VIC 3121', {
    regionName: 'Greater Melbourne',
    areaName: 'Yarra',
    timeZone: 'Australia/Melbourne',
    latitude: '-37.82',
    longitude: '145',
    surroundingSuburbs: around('Kew VIC 3101'),
  }),
  suburbLine('Burnley VIC 3121', { regionName: 'Greater Melbourne', areaName: 'Yarra' }),
  suburbLine('Kew VIC 3101', { regionName: 'Greater Melbourne', areaName: 'Boroondara' }),
  suburbLine('Hume ACT 2620', { regionName: 'Canberra', latitude: '-35.39', longitude: '149.17' }),
  suburbLine('Wodonga VIC 3690', { regionName: 'Hume' }),
];

/** The day in Melbourne may be the one after the UTC day, which is not over. */
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

/** A listing that was sold lately. */
export const soldLine = ({ websiteID }: Account, price: number, fields: Partial<Line> = {}): Line =>
  listingLine(websiteID, {
    status: 'sold',
    soldDetails: { price, date: YESTERDAY },
    ...fields,
  });

/** Imports listings, and reads the numbers of accounts. */
export function countedListings(service: TestService) {
  /** The item of an account in a list, or undefined if the account is not in it. */
  const itemOf = async ({ websiteID }: Account, query: string, as?: Keys): Promise<Item | undefined> => {
    const path = `/api/v1/websites?id=${websiteID}&${query}`;
    const { status, body } = await service.get<{ data: Item[] }>(path, as ? { as } : {});
    expect({ path, status }).toEqual({ path, status: 200 });
    return body.data[0];
  };
  return {
    itemOf,

    /** Imports the lines as the latest state of their listings. */
    load: (...lines: Line[]) =>
      seed(service, { listings: lines.map((one) => ({ modtime: new Date().toISOString(), ...one })) }),

    countsOf: async ({ websiteID }: Account, as?: Keys): Promise<Counts> => {
      const { status, body } = await service.get<Item>(`/api/v1/websites/${websiteID}`, as ? { as } : {});
      expect(status).toBe(200);
      return body.listingCounts;
    },

    /** The numbers in the list, or undefined if the account is not in it. */
    listed: async (account: Account, query: string, as?: Keys): Promise<Counts | undefined> =>
      (await itemOf(account, query, as))?.listingCounts,
  };
}
