import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Chance } from '../classes/chance.js';
import { Cleanup } from '../cleanup.js';
import { Progress } from '../progress.js';
import { freePort } from '../run/server-process.js';
import { startAttacked } from './attacked-service.js';
import { examine, type Finding } from './findings.js';
import { drawRequest, type HostileRequest } from './hostile-requests.js';

const AT_ONCE = 32;
/** How much of a request is shown. */
const SHOWN = 2_000;

const HELP = `Usage: npm run fuzz -- [--requests 100000] [--seed 1]

Asks a service of its own, on a made-up directory, what nobody should ask. Ends with 1 when anything is answered 5xx, hangs, or
keeps the event loop for more than 100 ms, and shows what was asked. The same seed draws the same requests.`;

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

const shown = ({ what, request }: Finding): string =>
  `${what} (${request.bytes.length} bytes${request.ends ? ', then its end' : ''}):\n${JSON.stringify(request.bytes.toString('latin1').slice(0, SHOWN))}\n`;

async function fuzz(cleanup: Cleanup): Promise<number> {
  const progress = new Progress();
  const probe = await freePort();
  const ear = ['--import', pathToFileURL(join(import.meta.dirname, 'loop-probe.js')).href];
  const { service, target } = await startAttacked(cleanup, progress, ear, { PROBE_PORT: String(probe) });
  const ports = { service: Number(new URL(service.url).port), probe };
  const chance = new Chance(Number(options.seed), 'fuzz');
  const outcomes = new Map<string, number>();
  let findings = 0;
  for (let left = Number(options.requests); left > 0; left -= AT_ONCE) {
    const requests: HostileRequest[] = Array.from({ length: Math.min(left, AT_ONCE) }, () =>
      drawRequest(chance, target),
    );
    const examined = await examine(ports, requests);
    for (const outcome of examined.outcomes) outcomes.set(String(outcome), (outcomes.get(String(outcome)) ?? 0) + 1);
    for (const finding of examined.findings) progress.say(shown(finding));
    findings += examined.findings.length;
    if (service.hasEnded) throw new Error(`The service has ended:\n${service.lastWords}`);
    progress.tick(`${left} requests to go, ${findings} findings`);
  }
  const counts = [...outcomes].sort(([a], [b]) => a.localeCompare(b)).map(([outcome, count]) => `${outcome}: ${count}`);
  progress.say(`Seed ${options.seed}, ${options.requests} requests: ${findings} findings. ${counts.join(', ')}.`);
  return findings;
}

if (options.help) console.log(HELP);
else process.exitCode = (await Cleanup.around(fuzz)) > 0 ? 1 : 0;
