/** Prints the processor time of the worst GETs. Exits with 1 if a median exceeds the limit. */
import { Cleanup } from '../cleanup.js';
import type { Server } from '../servers/program.js';
import { startTrial, type Keys } from '../servers/service.js';
import { WORST_READS, type Read } from './reads.js';

const LISTINGS = 2_000;
const ROUNDS = 15;
/** Processor time allowed per GET, in milliseconds. */
const MOST = 20;

async function measure(server: Server, keys: Keys, name: string, { path, headers }: Read) {
  const times: number[] = [];
  let status = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const before = await server.usage();
    // No response is cached, because each query differs.
    const url = server.url + path.replace('~', String(round + 1));
    const response = await fetch(url, { headers: { ...keys, ...headers } });
    await response.arrayBuffer();
    ({ status } = response);
    // The first request warms up.
    if (round > 0) times.push((await server.usage()).cpu - before.cpu);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { name, status, median: sorted[ROUNDS >> 1] ?? 0, highest: sorted.at(-1) ?? 0 };
}

process.exitCode = await Cleanup.around(async (cleanup) => {
  const { server, publicKeys } = await startTrial(cleanup, LISTINGS);
  const measured = [];
  for (const [name, read] of Object.entries(WORST_READS)) measured.push(await measure(server, publicKeys, name, read));
  measured.sort((a, b) => b.median - a.median);
  console.log('  median   highest  status');
  for (const { name, status, median, highest } of measured) {
    const [middle, most] = [median, highest].map((time) => `${time.toFixed(1).padStart(5)} ms`);
    console.log(`${middle}  ${most}  ${status} ${name}`);
  }
  return measured.every(({ median }) => median < MOST) ? 0 : 1;
});
