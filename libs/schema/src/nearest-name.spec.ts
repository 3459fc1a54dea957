import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.js';

const KNOWN = (
  'page limit id s name link hostname suburb fullSuburb state postcode region areaname status sort type main ' +
  'minbedrooms bedrooms bathrooms carspaces garages minPrice maxPrice websiteID agentID agent agents dates datefrom ' +
  'listingType commercialListingType surroundingsuburb isInspections uniqueID'
).split(' ');

describe('nearestName', () => {
  it.each([
    ['nam', 'name'],
    ['naem', 'name'],
    ['Limit', 'limit'],
    ['limits', 'limit'],
    ['lmiit', 'limit'],
    ['pgae', 'page'],
    ['Page', 'page'],
    ['ID', 'id'],
    ['S', 's'],
    ['subrub', 'suburb'],
    ['suburbs', 'suburb'],
    ['sububr', 'suburb'],
    ['full_suburb', 'fullSuburb'],
    ['postcodes', 'postcode'],
    ['post-code', 'postcode'],
    ['minBedrooms', 'minbedrooms'],
    ['min_bedroms', 'minbedrooms'],
    ['bedroom', 'bedrooms'],
    ['bathroms', 'bathrooms'],
    ['minprice', 'minPrice'],
    ['max_price', 'maxPrice'],
    ['websiteId', 'websiteID'],
    ['webiste', undefined],
    ['uniqeID', 'uniqueID'],
    ['date_from', 'datefrom'],
    ['listingtypes', 'listingType'],
    ['comercialListngType', 'commercialListingType'],
    ['surroundingSuburbs', 'surroundingsuburb'],
    ['inspections', 'isInspections'],
    ['stat', 'state'],
    ['constructor', undefined],
  ])('%s: %s', (given, meant) => {
    expect(nearestName(given, KNOWN)).toBe(meant);
  });

  it.each([...'aqsx', 'di', 'qs', 'is', 'q', '', '_', '12', 'beds', 'size', 'offset', 'order', 'from', 'sale', 'rent'])(
    '%j has no nearest name',
    (given) => {
      const others = KNOWN.filter((name) => name !== given);
      expect(nearestName(given, others)).toBeUndefined();
    },
  );

  it('never returns a parameter of one or two letters for another name', () => {
    expect(['is', 'ids', 'sid', 'd', 'i', 'x'].map((given) => nearestName(given, ['s', 'id']))).toEqual(
      Array(6).fill(undefined),
    );
  });

  it('returns the first of equally near names, and prefers a nearer name', () => {
    expect(nearestName('agentsID', ['agent', 'agents', 'agentID'])).toBe('agentID');
    expect(nearestName('maxx', ['maxa', 'maxb'])).toBe('maxa');
  });

  it('returns nothing for a very long name, without comparing it', () => {
    expect(nearestName('x'.repeat(1_000_000), KNOWN)).toBeUndefined();
  });
});
