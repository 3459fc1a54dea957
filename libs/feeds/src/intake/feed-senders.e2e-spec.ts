import { expect, it } from 'vitest';

import { feedOf, feedStore, freshStore, importFeedText, storedLine } from './feed.support.js';

const store = feedStore();

/** What senders do beside the format, each as its files have it: the table of `docs/FEEDS.md`. */

const entry = (inside: string, kind = 'residential', uniqueID = '1') =>
  `<${kind} modTime="2026-03-01-09:30:00" status="current"><agentID>XNWXNW</agentID><uniqueID>${uniqueID}</uniqueID>
    ${inside}</${kind}>`;
const address = (more = '') => `<address display="yes"><streetNumber>39</streetNumber><street>Main Road</street>
  <suburb display="yes">RICHMOND</suburb><state>vic</state><postcode>3121</postcode><country>AU</country>${more}</address>`;

/** The listing after some files, and what the last one's report says. */
async function after(...files: string[]) {
  let report;
  for (const file of files) report = await importFeedText(store.dataSource, feedOf(file));
  const line = await storedLine(store.dataSource, '1');
  if (!line) throw new Error('There is no listing');
  return { line, notes: report?.problems.map(({ element, problem, done }) => [element, problem, done].join(': ')) };
}

const url = (id: string) => `https://img.example.com/${id}.jpg`;

it('pictures by number, and the elements of other formats', async () => {
  const inside = `${address()}<images><img id="1" url="${url('1')}" last="no"/><img id="2" url="${url('2')}"/></images>
    <body>Other words</body><listingAgent id="1"><name>Ada Byron</name><phone>0400 000 000</phone></listingAgent>
    <features><bedrooms>3</bedrooms><landSize unit="squareMeter">450</landSize></features>`;
  const { line, notes } = await after(entry(inside), entry('<images><img id="2"/></images>'));
  expect(line.images.map(({ id }) => id)).toEqual(['1']);
  expect(line).toMatchObject({ description: '', features: { bedrooms: 3 }, agents: [{ profileVisibility: true }] });
  await freshStore(store.dataSource);
  const { notes: first } = await after(entry(inside));
  expect(first).toEqual(['body', 'phone', 'landSize'].map((element) => `${element}: is not known: left out`));
  expect(notes).toEqual([expect.stringContaining('1 removed (2)')]);
});

it('empty elements for all that is not known, and amounts with decimals', async () => {
  const empty = `<municipality/><headline/><description/><bond/><idealFor/><views/><inspectionTimes/><images/><objects/>
    <externalLink href=""/><videoLink href=""/><soldDetails/><landDetails/><buildingDetails/><auction date=""/>`;
  const { line, notes } = await after(
    entry(`${address()}<price display="yes">450000.00</price><newConstruction>1</newConstruction>${empty}`),
  );
  expect(line).toMatchObject({ price: { value: 450_000 }, newConstruction: true, images: [], videoLinks: [] });
  expect(notes).toEqual([]);
});
