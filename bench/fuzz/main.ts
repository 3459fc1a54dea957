import { parseArgs } from 'node:util';
import { Chance } from '../classes/chance.js';
import { Cleanup } from '../cleanup.js';
import { startTrial } from '../servers/service.js';
import { examine, type Finding } from './findings.js';
import { drawRequest } from './hostile-requests.js';
import { readTarget } from './target.js';

const LISTINGS = 2_000;
const AT_ONCE = 32;
/** Letters of a request in a report. */
const SHOWN = 2_000;

const HELP = `Usage: npm run fuzz -- [--requests 100000] [--seed 1]

Sends hostile requests to a service of its own, on a generated directory. Ends with 1 when a response is 5xx, hangs, or
blocks the event loop for more than 100 ms, and shows the request. The same seed draws the same requests.`;

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

const shown = ({ fault, request: { bytes, ends } }: Finding): string =>
  `${fault} (${bytes.length} bytes${ends ? ', then its end' : ''}):\n` +
  `${JSON.stringify(bytes.toString('latin1').slice(0, SHOWN))}\n`;

async function fuzz(cleanup: Cleanup): Promise<number> {
  const trial = await startTrial(cleanup, LISTINGS, true);
  const target = await readTarget(trial.server.url, [trial.operator, trial.publicKeys]);
  const chance = new Chance(Number(options.seed), 'fuzz');
  const counts = new Map<string, number>();
  let faults = 0;
  for (let left = Number(options.requests); left > 0; left -= AT_ONCE) {
    const requests = Array.from({ length: Math.min(left, AT_ONCE) }, () => drawRequest(chance, target));
    const { outcomes, findings } = await examine(trial.server, requests);
    for (const outcome of outcomes) counts.set(String(outcome), (counts.get(String(outcome)) ?? 0) + 1);
    for (const finding of findings) console.log(shown(finding));
    faults += findings.length;
    if (trial.server.hasEnded) throw new Error(`The service has ended:\n${trial.server.lastOutput}`);
  }
  const words = [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([outcome, count]) => `${outcome}: ${count}`);
  console.log(`Seed ${options.seed}, ${options.requests} requests: ${faults} findings. ${words.join(', ')}.`);
  return faults;
}

if (options.help) console.log(HELP);
else process.exitCode = (await Cleanup.around(fuzz)) > 0 ? 1 : 0;
