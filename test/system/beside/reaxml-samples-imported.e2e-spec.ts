import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStore, type TestStore } from '@testing';
import { freshStore } from '../../../libs/feeds/src/intake/feed.support.js';
import { importTwice } from '../../../libs/feeds/src/intake/stored-listings.support.js';
import { sample, SAMPLES } from './shared-files.js';

let store: TestStore;

beforeAll(async () => {
  store = await createStore();
});

afterAll(() => store.drop());

beforeEach(() => freshStore(store.dataSource));

const endState = (...names: string[]) => importTwice(store.dataSource, ...names.map(sample));

describe.skipIf(SAMPLES.isMissing)(`the samples of REAXML, imported${SAMPLES.why}`, () => {
  it('AllTypes', async () => {
    expect(await endState('AllTypes')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 2,
            "held": 4,
          },
        ],
        "listings": [
          "Residential-Current-ABCD1234 | residential | current | 500000 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 2 | John Doe",
          "Rental-Current-ABCD1234 | rental | current | 350 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 2 | John Doe",
        ],
        "problems": [
          "Residential-Sold-ABCD1234: residential: has no address: held back until one comes",
          "Residential-Withdrawn-ABCD1234: residential: has no address: held back until one comes",
          "Rental-Leased-ABCD1234: rental: has no address: held back until one comes",
          "Rental-Withdrawn-ABCD1234: rental: has no address: held back until one comes",
        ],
      }
    `);
  });

  it('BadContent', async () => {
    expect(await endState('BadContent')).toMatchInlineSnapshot(`
      {
        "counts": [
          {},
        ],
        "listings": [],
        "problems": [
          "has the root element <badContent>, not <propertyList> (line 3, column 12)",
        ],
      }
    `);
  });

  it('InvalidCharacter', async () => {
    expect(await endState('InvalidCharacter')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
        ],
        "listings": [
          "Residential-Current-ABCD1234 | residential | current | 500000 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 2 | John Doe",
        ],
        "problems": [
          "Residential-Current-ABCD1234: description: the character U+0016, which XML forbids: stripped",
        ],
      }
    `);
  });

  it('Land-Current, then Land-Sold', async () => {
    expect(await endState('Land-Current', 'Land-Sold')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
          {
            "held": 1,
          },
        ],
        "listings": [
          "Land-Current-ABCD1234 | land | current | 80000 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 0 | John Doe",
        ],
        "problems": [
          "Land-Sold-ABCD1234: land: has no address: held back until one comes",
        ],
      }
    `);
  });

  it('Land-Current, then Land-Withdrawn', async () => {
    expect(await endState('Land-Current', 'Land-Withdrawn')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
          {
            "held": 1,
          },
        ],
        "listings": [
          "Land-Current-ABCD1234 | land | current | 80000 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 0 | John Doe",
        ],
        "problems": [
          "Land-Withdrawn-ABCD1234: land: has no address: held back until one comes",
        ],
      }
    `);
  });

  it('Rental-Current, then Rental-Leased', async () => {
    expect(await endState('Rental-Current', 'Rental-Leased')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
          {
            "held": 1,
          },
        ],
        "listings": [
          "Rental-Current-ABCD1234 | rental | current | 350 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 2 | John Doe",
        ],
        "problems": [
          "Rental-Leased-ABCD1234: rental: has no address: held back until one comes",
        ],
      }
    `);
  });

  it('Residential-Current-BedroomIsStudio', async () => {
    expect(await endState('Residential-Current-BedroomIsStudio')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
        ],
        "listings": [
          "Residential-Current-ABCD1234 | residential | current | 500000 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 2 | John Doe",
        ],
        "problems": [],
      }
    `);
  });

  it('Residential-Current-Minimum', async () => {
    expect(await endState('Residential-Current-Minimum')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
        ],
        "listings": [
          "Residential-Current-ABCD1234 | residential | current | - | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 0 | 0 | -",
        ],
        "problems": [],
      }
    `);
  });

  it('Residential-Current-WithBadInspectionTime', async () => {
    expect(await endState('Residential-Current-WithBadInspectionTime')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
        ],
        "listings": [
          "ABCDE | residential | current | 600000 | - | 2014-05-05T00:31:00.000Z | MAROUBRA NSW 2035 (unknown) | 10 | 8 | Tony Lucas",
        ],
        "problems": [
          "ABCDE: inspection: "12:00AM to 12:00AM" is not an inspection time: left out",
          "ABCDE: suburb: "MAROUBRA NSW 2035" is not in the reference: kept, without a region",
        ],
      }
    `);
  });

  it('Residential-Current-WithDateTimeHack1', async () => {
    expect(await endState('Residential-Current-WithDateTimeHack1')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
        ],
        "listings": [
          "54972 | rental | current | 395 | - | 2016-05-25T23:31:30.000Z | FRANKSTON NORTH VIC 3200 (unknown) | 9 | 0 | Clare LaFontaine",
        ],
        "problems": [
          "54972: suburb: "FRANKSTON NORTH VIC 3200" is not in the reference: kept, without a region",
        ],
      }
    `);
  });

  it('Residential-Current-WithDuplicateAgents', async () => {
    expect(await endState('Residential-Current-WithDuplicateAgents')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
        ],
        "listings": [
          "Residential-Current-ABCD1234 | residential | current | 500000 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 2 | Princess Leia+Han Solo",
        ],
        "problems": [],
      }
    `);
  });

  it('Residential-Current-WithPriceAndDisplayNoAndAPriceView', async () => {
    expect(await endState('Residential-Current-WithPriceAndDisplayNoAndAPriceView')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
        ],
        "listings": [
          "Residential-Current-ABCD1234 | residential | current | 500000 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 2 | John Doe",
        ],
        "problems": [],
      }
    `);
  });

  it('Residential-Current, then Residential-Deleted', async () => {
    expect(await endState('Residential-Current', 'Residential-Deleted')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
          {
            "unchanged": 1,
          },
        ],
        "listings": [
          "Residential-Current-ABCD1234 | residential | current | 500000 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 2 | John Doe",
        ],
        "problems": [],
      }
    `);
  });

  it('Residential-Current, then Residential-Sold', async () => {
    expect(await endState('Residential-Current', 'Residential-Sold')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
          {
            "held": 1,
          },
        ],
        "listings": [
          "Residential-Current-ABCD1234 | residential | current | 500000 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 2 | John Doe",
        ],
        "problems": [
          "Residential-Sold-ABCD1234: residential: has no address: held back until one comes",
        ],
      }
    `);
  });

  it('Residential-CurrentWith-AddressDisplayNo', async () => {
    expect(await endState('Residential-CurrentWith-AddressDisplayNo')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
        ],
        "listings": [
          "Residential-Current-ABCD1234 | residential | current | 500000 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 2 | John Doe",
        ],
        "problems": [],
      }
    `);
  });

  it('Rural-Current, then Rural-Sold', async () => {
    expect(await endState('Rural-Current', 'Rural-Sold')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
          {
            "held": 1,
          },
        ],
        "listings": [
          "Rural-Current-ABCD1234 | rural | current | 400000 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 2 | John Doe",
        ],
        "problems": [
          "Rural-Sold-ABCD1234: rural: has no address: held back until one comes",
        ],
      }
    `);
  });

  it('Segment-Residential-Current', async () => {
    expect(await endState('Segment-Residential-Current')).toMatchInlineSnapshot(`
      {
        "counts": [
          {
            "created": 1,
          },
        ],
        "listings": [
          "Residential-Current-ABCD1234 | residential | current | 500000 | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | 2 | 2 | John Doe",
        ],
        "problems": [],
      }
    `);
  });
});
