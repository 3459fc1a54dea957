import { Cleanup } from '../cleanup.js';
import { startAttacked } from '../fuzz/attacked-service.js';
import { Progress } from '../progress.js';
import type { ServerProcess } from '../run/server-process.js';
import { WORST_READS, type Read } from './worst-reads.js';

const ROUNDS = 15;
/** What one GET may keep the event loop for. */
const MOST_MS = 20;

let asked = 0;

/** The processor time of the service for a GET. */
async function time(service: ServerProcess, read: Read, keys: Record<string, string>): Promise<number> {
  const before = await service.usage();
  await ask(service, read, keys);
  return (await service.usage()).cpu - before.cpu;
}

async function ask({ url }: ServerProcess, { path, headers }: Read, keys: Record<string, string>): Promise<number> {
  asked += 1;
  // Never the same as before: no answer is cached.
  const response = await fetch(`${url}${path.replace('~', String(asked))}`, { headers: { ...keys, ...headers } });
  await response.arrayBuffer();
  return response.status;
}

/** Prints the processor time of the worst GETs. @returns whether all of them take less than they may */
async function measure(cleanup: Cleanup): Promise<boolean> {
  const progress = new Progress();
  const { service, target } = await startAttacked(cleanup, progress, [], { RESPONSE_CACHE_MB: '8' });
  const [, { accessKey, secretKey } = target.callers[0]!] = target.callers; // the second one has the scope public
  const keys = { 'x-access-key': accessKey, 'x-secret-key': secretKey };
  const measured = [];
  for (const [name, read] of Object.entries(WORST_READS)) {
    const status = await ask(service, read, keys);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await time(service, read, keys));
    times.sort((a, b) => a - b);
    measured.push({ name, status, median: times[ROUNDS >> 1]!, most: times.at(-1)! }); // there are ROUNDS of them
  }
  measured.sort((a, b) => b.median - a.median);
  progress.say(' median      most   status');
  for (const { name, status, median, most } of measured)
    progress.say(`${median.toFixed(1).padStart(5)} ms  ${most.toFixed(1).padStart(5)} ms   ${status} ${name}`);
  return measured.every(({ median }) => median < MOST_MS);
}

process.exitCode = (await Cleanup.around(measure)) ? 0 : 1;
