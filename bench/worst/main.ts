/** Prints the processor time of the worst GETs and bodies. Ends with 1 when a median is over its limit. */
import { Cleanup } from '../cleanup.js';
import { median } from '../run/results.js';
import type { ServerProcess } from '../servers/server-process.js';
import { startTrial, type Keys } from '../servers/service.js';
import { BODIES_PATH, bodyOf, WORST_BODIES } from './bodies.js';
import { WORST_READS } from './reads.js';

const LISTINGS = 2_000;
const ROUNDS = 15;
/** Milliseconds that a GET, and a body of a megabyte, may take of the processor. */
const MOST = { get: 20, body: 50 };

interface Case {
  readonly name: string;
  readonly most: number;
  readonly ask: (url: string, round: number) => Promise<Response>;
}

const getsOf = (keys: Keys): Case[] =>
  Object.entries(WORST_READS).map(([name, { path, headers }]) => ({
    name,
    most: MOST.get,
    // No response is cached: each query differs.
    ask: (url, round) => fetch(url + path.replace('~', String(round + 1)), { headers: { ...keys, ...headers } }),
  }));

const bodiesOf = (keys: Keys): Case[] =>
  Object.entries(WORST_BODIES).map(([name, text]) => ({
    name: `body: ${name}`,
    most: MOST.body,
    ask: (url) =>
      fetch(url + BODIES_PATH, {
        method: 'POST',
        headers: { ...keys, 'content-type': 'application/json' },
        body: bodyOf(text),
      }),
  }));

async function measure(server: ServerProcess, { name, most, ask }: Case) {
  const times: number[] = [];
  let status = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const before = await server.usage();
    const response = await ask(server.url, round);
    await response.arrayBuffer();
    ({ status } = response);
    // The first warms up.
    if (round > 0) times.push((await server.usage()).cpu - before.cpu);
  }
  return { name, status, most, median: median(times), highest: Math.max(...times) };
}

process.exitCode = await Cleanup.around(async (cleanup) => {
  const { server, operator, publicKeys } = await startTrial(cleanup, LISTINGS, true);
  const measured = [];
  for (const each of [...getsOf(publicKeys), ...bodiesOf(operator)]) measured.push(await measure(server, each));
  measured.sort((a, b) => b.median - a.median);
  console.log('  median   highest  status');
  for (const row of measured) {
    const [middle, highest] = [row.median, row.highest].map((time) => `${time.toFixed(1).padStart(5)} ms`);
    console.log(`${middle}  ${highest}  ${row.status} ${row.name}`);
  }
  return measured.every((row) => row.median < row.most) ? 0 : 1;
});
