import { LRUCache } from 'lru-cache';
import { Pool } from 'pg';
import { readFacts } from '../../classes/directory-facts.js';
import { drawClasses } from '../../classes/draw-classes.js';
import type { Caller } from '../caller.js';
import { repeat } from './load.js';

const READERS = 4;
/** Each reader sends some 30 requests a second. */
const PAUSE_MS = 25;
const TAGS = 2_000;

/** Reads as portals and agencies send them; every path that is read again sends the ETag of the time before. */
export async function startReads(caller: Caller, url: string, over: AbortSignal): Promise<Promise<void>[]> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const facts = await readFacts(pool);
  await pool.end();
  const lists = drawClasses(facts, ['mix', 'g', 'j', 'p', 'q', 't', 'u'], 0).map(({ paths }) => paths);
  const tags = new LRUCache<string, string>({ max: TAGS });
  return Array.from({ length: READERS }, (_, reader) =>
    repeat(caller, over, PAUSE_MS, async (count) => {
      // Every second request is of the mix.
      const paths = lists[count % 2 === 0 ? 0 : (count >> 1) % lists.length] ?? [];
      const path = paths[(count * READERS + reader) % paths.length] ?? '/api/v1/listings';
      const process = count % caller.urls.length;
      const key = `${process} ${path}`;
      const tag = tags.get(key);
      const answer = await caller.call(process, 'GET', path, tag ? { headers: { 'if-none-match': tag } } : {});
      const { etag } = answer?.headers ?? {};
      if (typeof etag === 'string') tags.set(key, etag);
    }),
  );
}
