import { bench } from 'vitest';
import { entryToPatch } from '../../libs/feeds/src/reaxml/mapping/entry-to-patch.js';
import { fixture, readAll } from '../../libs/feeds/src/reaxml/reading.support.js';
import { readInspection } from '../../libs/feeds/src/reaxml/values/inspection-time.js';
import { readLocalTime } from '../../libs/feeds/src/reaxml/values/local-time.js';
import { readAmount, readCount } from '../../libs/feeds/src/reaxml/values/numbers.js';

const FILE = fixture('all-kinds');
const JUNK = [' ', 'to ', '1', '-', '1-', '21-Dec-2010 ', '$', '1 ', ','].map((part) => part.repeat(200_000));

bench('a file of every kind of listing, read and mapped', async () => {
  for (const one of await readAll(FILE)) if (one.kind === 'entry') entryToPatch(one);
});

bench('values that are far too long', () => {
  for (const junk of JUNK) {
    readLocalTime(`2009-01-01${junk}x`);
    readInspection(`${junk}x`);
    readAmount(`${junk}x`);
    readCount(`${junk}x`);
  }
});
