import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { specStore, walk } from '@testing';
import { damagedFile } from '../../../../test/feeds/damaged-file.js';
import { entryOf } from '../../../../test/support/feed-entries.js';
import { countsOf, feedOf, freshStore, storedLine, importFeedText } from '../../../../test/support/feed-texts.js';

const RUNS = walk(10);

const store = specStore();

beforeAll(async () => {
  await freshStore(store.dataSource);
});

const IDS = ['a', 'b', 'c', 'd'] as const;

const entry = (id: string) =>
  entryOf(`<listingAgent><name>Jane Roe</name></listingAgent><price>500000</price><headline>Of ${id}</headline>
    <address><streetNumber>3</streetNumber><street>Main Road</street><suburb>Richmond</suburb><state>VIC</state>
    <postcode>3121</postcode></address><images><img id="m" url="https://x.example/${id}"/></images>`).replace(
    '>1<',
    `>${id}<`,
  );

const FILE = feedOf(...IDS.map(entry));
const damaged = damagedFile(FILE);

it('no damage crashes the intake or loses a neighbour, and twice is once', async () => {
  const { dataSource } = store;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(damaged, async ({ xml, from, to }) => {
      const agentID = `OFFICE${(run += 1)}`;
      const mine = xml.replaceAll('XNWXNW', agentID);
      const line = (id: string) => storedLine(dataSource, id, agentID);
      const report = await importFeedText(dataSource, mine);
      const entries = IDS.map((id) => ({
        id,
        begins: FILE.indexOf(entry(id)),
        ends: FILE.indexOf(entry(id)) + entry(id).length,
      }));
      if (report.fatal !== null) {
        expect(countsOf(report)).toEqual({});
        for (const id of IDS) expect(await line(id)).toBeUndefined();
        return;
      }
      for (const { id } of entries.filter(({ begins, ends }) => ends <= from || begins >= to)) {
        expect(await line(id)).toMatchObject({ headline: `Of ${id}`, price: { value: 500_000 }, agents: [{}] });
      }
      const count = async () =>
        (await dataSource.query<object[]>('SELECT FROM changes')).length +
        (await dataSource.query<object[]>('SELECT FROM agents')).length;
      const once = await count();
      const again = await importFeedText(dataSource, mine);
      expect(again).toMatchObject({ created: 0, deleted: 0, rejected: report.rejected });
      // Two entries of one listing without a readable date follow each other each time.
      if (again.updated === 0) expect(await count()).toBe(once);
    }),
    { numRuns: RUNS },
  );
});
