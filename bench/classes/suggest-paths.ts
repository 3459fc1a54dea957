import type { Lore } from './lore.js';
import { pathOf, type MakePath } from './requests.js';

const LETTERS = 3;
const MOST = 20;
/** What names of the directory are short for ("St Kilda", "W Tree"): the floor reads names as they are written. */
const MEANT = new Set(['sai', 'wes']);

/**
 * s: somebody begins to type a suburb. Three letters are the shortest beginning that is asked for often, and the last one without
 * typos, which SQL by hand would find otherwise.
 */
export const beginningOfSuburb =
  ({ suburbs }: Lore): MakePath =>
  (chance, spread) => {
    let q: string;
    do {
      const { value } = chance.draw(suburbs);
      q = value
        .toLowerCase()
        .replaceAll(/[^a-z]/g, '')
        .slice(0, LETTERS);
    } while (q.length < LETTERS || MEANT.has(q));
    const limit = spread === 0 ? 10 : chance.integer(Math.max(1, 10 - spread), Math.min(MOST, 10 + spread));
    return pathOf('/api/v1/suburbs/suggest', { q, types: 'suburb', limit });
  };
