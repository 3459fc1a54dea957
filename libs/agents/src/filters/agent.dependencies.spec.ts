import type { NarrowRow } from '@app/cache';
import { describe, expect, it } from 'vitest';
import { ofCountedListings } from './agent.dependencies.js';

const row = (fields: NarrowRow = {}): NarrowRow => ({
  status: 'current',
  website_id: 1,
  agents: [31],
  price: 5,
  ...fields,
});
const sold = row({ status: 'sold' });

describe('the listing counts of agents change', () => {
  it.each<[string, NarrowRow | null, NarrowRow | null, boolean]>([
    ['with a new current listing', null, row(), true],
    ['not with a new past one', null, sold, false],
    ['when a listing is sold', row(), sold, true],
    ['when another agent has it', row(), row({ agents: [32] }), true],
    ['when one more agent has it', row(), row({ agents: [31, 32] }), true],
    ['when another account has it', row(), row({ website_id: 2 }), true],
    ['not when a past one changes', sold, row({ status: 'withdrawn', agents: [] }), false],
    ['not when its price changes', row(), row({ price: 6 }), false],
    ['when its agents are not known', row(), row({ agents: undefined }), true],
    ['when its rows are not recorded', null, null, true],
  ])('%s', (_, old, now, expected) => {
    const change = {
      position: 1,
      xid: 1,
      resource: 'listing',
      id: 7,
      websiteID: 1,
      formerWebsiteID: null,
      old,
      new: now,
    } as const;
    expect(ofCountedListings(change)).toBe(expected);
  });
});
