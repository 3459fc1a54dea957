import type { Load } from '../load/load.js';
import { openStreams, recordChanges, type Streaming } from './streams.js';

/** Pages that are asked for again and again: what streams cost shows most where an answer costs least. */
const REQUESTS = Array.from({ length: 50 }, (_, at) => ({ path: `/api/v1/listings?page=${at + 1}` }));
const ROUNDS = 3;

/** Answers a second that readers of lists get beside changes. */
export interface ReaderRates {
  readonly alone: number;
  readonly besideStreams: number;
}

/** Lets readers ask for lists beside changes, in turn without streams and with them. */
export async function measureReaders(
  streaming: Streaming,
  load: Load,
  seconds: number,
  signal: AbortSignal,
): Promise<ReaderRates> {
  const { server, pool, headers } = streaming;
  const rate = async () => {
    const [{ count, seconds: took }, { forget }] = await Promise.all([
      load.fire({ url: server.url, headers, requests: REQUESTS, from: 0, seconds, statuses: [200], signal }),
      recordChanges(pool, seconds),
    ]);
    await forget();
    return count / took;
  };
  await rate(); // so that its code is compiled
  const sums = { alone: 0, besideStreams: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    sums.alone += await rate();
    const close = await openStreams(streaming, []);
    sums.besideStreams += await rate();
    close();
  }
  return { alone: sums.alone / ROUNDS, besideStreams: sums.besideStreams / ROUNDS };
}
