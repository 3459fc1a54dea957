import fc from 'fast-check';
import { expect, it } from 'vitest';
import { walk } from '../../../../test/support/walk.js';
import { damagedFile } from '../../../../test/feeds/damaged-file.js';
import { entryToPatch } from '../mapping/entry-to-patch.js';
import { fixture, inPieces, readAll } from '../../../../test/support/feed-entries.js';
import { checkReaxml } from './read-reaxml.js';

const FILE = fixture('all-kinds').toString();
/** Where each entry ends. */
const ENDS = [
  ...FILE.matchAll(/<\/(?:residential|rental|holidayRental|land|rural|commercial|commercialLand|business)>/g),
]
  .map(({ 0: tag, index }) => index + tag.length)
  .toSorted((one, other) => one - other);

const damaged = damagedFile(FILE);

const RUNS = walk(50);

it('no damage crashes the reader, or reaches the neighbours before it', async () => {
  const whole = await readAll(FILE);
  await fc.assert(
    fc.asyncProperty(damaged, fc.integer({ min: 1, max: 5000 }), async ({ xml, from }, size) => {
      const all = await readAll(xml, size);
      const before = ENDS.filter((end) => end <= from).length;
      expect(all.slice(0, before)).toEqual(whole.slice(0, before));
      for (const one of all) if (one.kind === 'entry') expect(entryToPatch(one).kind).toMatch(/listing|refused/);
      const fatal = all.find((one) => one.kind === 'file-problem' && one.fatal);
      const { problem, entries } = await checkReaxml(inPieces(xml, size));
      expect(problem).toEqual(fatal);
      expect(entries).toBe(all.filter(({ kind }) => kind === 'entry').length);
    }),
    { numRuns: RUNS },
  );
});

it('bytes of any kind end in entries or in a problem', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), fc.boolean(), async (junk, prefixed) => {
      const file = Buffer.concat([Buffer.from(prefixed ? '<propertyList>' : ''), junk]);
      const all = await readAll(file, 100);
      expect(all.at(-1)).toMatchObject({ kind: 'file-problem', fatal: true });
    }),
    { numRuns: 500 },
  );
});
