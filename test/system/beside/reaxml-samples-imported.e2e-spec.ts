import { describe, expect, it } from 'vitest';
import { feedStore } from '../../support/feed-texts.js';
import { importTwice } from './stored-listings.js';
import { sample, SAMPLES } from './shared-files.js';

const store = feedStore();

const current = (kind: string, amount: string, images = 2, inspections = 2, agents = 'John Doe') =>
  `${kind}-Current-ABCD1234 | ${kind.toLowerCase()} | current | ${amount} | - | 2009-01-01T01:30:00.000Z | Richmond VIC 3121 | ${images} | ${inspections} | ${agents}`;
const HOUSE = current('Residential', '500000');
/** The newest of its three statements of information is kept (B66). */
const STATEMENTS =
  'Residential-Current-ABCD1234: attachment: is not the newest statement of information (2 times): left out';
const FLAT = current('Rental', '350');
const LAND = current('Land', '80000', 2, 0);
const FARM = current('Rural', '400000');
const isRejected = (kind: string, status: string) =>
  `${kind}-${status}-ABCD1234: ${kind.toLowerCase()}: has no address, and the listing does not exist yet: rejected`;
const created = { created: 1 };
const rejected = { rejected: 1 };

describe.skipIf(SAMPLES.isMissing)(`the samples of REAXML, imported${SAMPLES.why}`, () => {
  it.each<[string, object[], string[], string[]]>([
    [
      'AllTypes',
      [{ created: 2, rejected: 4 }],
      [HOUSE, FLAT],
      [
        isRejected('Residential', 'Sold'),
        isRejected('Residential', 'Withdrawn'),
        isRejected('Rental', 'Leased'),
        isRejected('Rental', 'Withdrawn'),
      ],
    ],
    ['BadContent', [{}], [], ['has the root element <badContent>, not <propertyList> (line 3, column 12)']],
    [
      'InvalidCharacter',
      [created],
      [HOUSE],
      ['Residential-Current-ABCD1234: description: the character U+0016, which XML forbids: stripped'],
    ],
    ['Land-Current Land-Sold', [created, rejected], [LAND], [isRejected('Land', 'Sold')]],
    ['Land-Current Land-Withdrawn', [created, rejected], [LAND], [isRejected('Land', 'Withdrawn')]],
    ['Rental-Current Rental-Leased', [created, rejected], [FLAT], [isRejected('Rental', 'Leased')]],
    ['Rural-Current Rural-Sold', [created, rejected], [FARM], [isRejected('Rural', 'Sold')]],
    [
      'Residential-Current Residential-Sold',
      [created, rejected],
      [HOUSE],
      [STATEMENTS, isRejected('Residential', 'Sold')],
    ],
    ['Residential-Current Residential-Deleted', [created, { unchanged: 1 }], [HOUSE], [STATEMENTS]],
    ['Residential-Current-BedroomIsStudio', [created], [HOUSE], []],
    ['Residential-Current-Minimum', [created], [current('Residential', '-', 0, 0, '-')], []],
    [
      'Residential-Current-WithBadInspectionTime',
      [created],
      [
        'ABCDE | residential | current | 600000 | - | 2014-05-05T00:31:00.000Z | MAROUBRA NSW 2035 (unknown) | 10 | 8 | Tony Lucas',
      ],
      [
        'ABCDE: inspection: "12:00AM to 12:00AM" is not an inspection time: left out',
        'ABCDE: suburb: "MAROUBRA NSW 2035" is not in the reference: kept, without a region',
      ],
    ],
    [
      'Residential-Current-WithDateTimeHack1',
      [created],
      [
        '54972 | rental | current | 395 | - | 2016-05-25T23:31:30.000Z | FRANKSTON NORTH VIC 3200 (unknown) | 9 | 0 | Clare LaFontaine',
      ],
      ['54972: suburb: "FRANKSTON NORTH VIC 3200" is not in the reference: kept, without a region'],
    ],
    [
      'Residential-Current-WithDuplicateAgents',
      [created],
      [current('Residential', '500000', 2, 2, 'Princess Leia+Han Solo')],
      [],
    ],
    ['Residential-Current-WithPriceAndDisplayNoAndAPriceView', [created], [HOUSE], []],
    ['Residential-CurrentWith-AddressDisplayNo', [created], [HOUSE], []],
    ['Segment-Residential-Current', [created], [HOUSE], []],
  ])('%s', async (names, counts, listings, problems) => {
    expect(await importTwice(store.dataSource, ...names.split(' ').map(sample))).toEqual({
      counts,
      listings,
      problems,
    });
  });
});
