import { expect, it } from 'vitest';
import { HUGE, hugeEntry, MB } from '../../support/huge-entries.js';
import { readReaxml } from '../../../libs/reaxml/src/reading/read-reaxml.js';

it.each(HUGE)('%s of many megabytes does not increase memory', async (name, ...parts) => {
  const before = process.memoryUsage().heapUsed;
  let [most, pieces, entries] = [0, 0, 0];
  const measured = (async function* () {
    for await (const piece of hugeEntry(name === 'text' ? 100 * MB : 20 * MB, ...parts)) {
      if ((pieces += 1) % 50 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
      yield piece;
    }
  })();
  for await (const entry of readReaxml(measured)) entries += entry.kind === 'entry' ? 1 : 0;
  expect(entries).toBe(3);
  expect(most).toBeLessThan(100 * MB);
});
