import { ListingLine } from '@app/listings';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyOf, emptyTables, specStore } from '@testing';
import { account, agent, exportedLines, importLines } from '../../../test/support/bundle-lines.js';

const store = specStore();

const line = anyOf(ListingLine, {
  id: undefined,
  _id: undefined,
  propertyID: undefined,
  websiteID: fc.constantFrom(1, 2),
  agents: fc.array(fc.record({ id: fc.constantFrom(1, 2), profileVisibility: fc.boolean() }), { maxLength: 2 }),
});

const REFERRED = { accounts: [account(1), account(2)], agents: [agent(1), agent(2)] };

it('everything that can be stored survives an export and an import', async () => {
  const { dataSource } = store;
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 20, maxLength: 20 }), async (lines) => {
      await emptyTables(dataSource);
      const first = await importLines(dataSource, { ...REFERRED, listings: lines });
      expect(first.bad).toEqual([]);
      const listings = await exportedLines(dataSource, 'listings');
      await emptyTables(dataSource);
      const { bad } = await importLines(dataSource, { ...REFERRED, listings });
      expect(bad).toEqual([]);
      expect(await exportedLines(dataSource, 'listings')).toEqual(listings);
    }),
    { numRuns: 3, endOnFailure: true },
  );
});
