import { beforeAll, describe, expect, it } from 'vitest';
import { accountBody, listingLine, seed, specService } from '@testing';

const [MAIN, BY_OFFICES, BY_NOTHING, NO_OFFICE, OTHER] = [1, 2, 3, 4, 5];

const subAccount = (websiteID: number, listingSource: string, listingOfficeIDs: string[]) => ({
  websiteID,
  ...accountBody({ subsiteDetails: { mainWebsiteID: MAIN, listingSource, listingOfficeIDs } }),
});

const service = specService();

beforeAll(async () => {
  await seed(service, {
    accounts: [
      { websiteID: MAIN, ...accountBody() },
      { websiteID: OTHER, ...accountBody() },
      subAccount(BY_OFFICES, 'officeID', ['EAST', 'WEST']),
      subAccount(BY_NOTHING, '', ['EAST']),
      subAccount(NO_OFFICE, 'officeID', []),
    ],
    listings: [
      listingLine(MAIN, { id: 11, agentID: 'EAST' }),
      listingLine(MAIN, { id: 12, agentID: 'WEST', status: 'sold' }),
      listingLine(MAIN, { id: 13, agentID: 'NORTH' }),
      listingLine(MAIN, { id: 14, agentID: 'east' }),
      listingLine(BY_OFFICES, { id: 21, agentID: 'OWN' }),
      listingLine(BY_NOTHING, { id: 31, agentID: 'EAST' }),
      listingLine(OTHER, { id: 51, agentID: 'EAST' }),
    ],
  });
});

async function shownBy(websiteID: number, query = 'status=all'): Promise<number[]> {
  const { status, body } = await service.get<{ total: number; data: { id: number }[] }>(
    `/api/v1/listings?websiteID=${websiteID}&${query}`,
  );
  expect(status).toBe(200);
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ id }) => id).sort((a, b) => a - b);
}

describe('the websiteID filter of listings (D32)', () => {
  it("adds the main account's listings of the sub-account's offices, in any case, to its own", async () => {
    expect(await shownBy(BY_OFFICES)).toEqual([11, 12, 14, 21]);
  });

  it('keeps the other filters: current listings by default', async () => {
    expect(await shownBy(BY_OFFICES, '')).toEqual([11, 14, 21]);
    expect(await shownBy(BY_OFFICES, 'status=all&agentID=WEST')).toEqual([12]);
  });

  it.each([
    ['a main account its own', MAIN, [11, 12, 13, 14]],
    ['a sub-account of another source its own', BY_NOTHING, [31]],
    ['a sub-account without offices its own', NO_OFFICE, []],
    ['an account that nobody follows its own', OTHER, [51]],
    ['nobody nothing', 99, []],
  ])('shows %s', async (_, websiteID, ids) => {
    expect(await shownBy(websiteID)).toEqual(ids);
  });

  it('reflects a change of offices, source and main account at once', async () => {
    const put = (subsiteDetails: object) => service.put(`/api/v1/websites/${NO_OFFICE}`, { subsiteDetails });
    await put({ listingOfficeIDs: ['NORTH'] });
    expect(await shownBy(NO_OFFICE)).toEqual([13]);
    await put({ mainWebsiteID: OTHER, listingOfficeIDs: ['East'] });
    expect(await shownBy(NO_OFFICE)).toEqual([51]);
    await put({ listingSource: '' });
    expect(await shownBy(NO_OFFICE)).toEqual([]);
  });
});
