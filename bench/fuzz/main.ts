import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Chance } from '../classes/chance.js';
import { Cleanup } from '../cleanup.js';
import { DatabaseServer } from '../directory/database-server.js';
import { makeDirectory, operatorEnvironment } from '../directory/make-directory.js';
import { sizeFor } from '../directory/size.js';
import { PROGRAMS } from '../places.js';
import { Progress } from '../progress.js';
import { freePort, ServerProcess } from '../run/server-process.js';
import { examine, type Finding } from './findings.js';
import { drawRequest, type Caller, type HostileRequest } from './hostile-requests.js';
import { readTarget } from './target.js';

const DATABASE = 'fuzz';
const LISTINGS = 2_000;
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

/** Keys of the scope `public`, whose requests are answered by other statements. */
async function publicCaller(url: string, operator: Caller): Promise<Caller> {
  const answer = await fetch(`${url}/api/v1/websites/1/credentials`, {
    method: 'POST',
    headers: {
      'x-access-key': operator.accessKey,
      'x-secret-key': operator.secretKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ scope: 'public', label: 'fuzz' }),
  });
  const { credential } = (await answer.json()) as { credential: Caller }; // the service's own answer
  return credential;
}

async function fuzz(cleanup: Cleanup): Promise<number> {
  const progress = new Progress();
  const database = await DatabaseServer.start(cleanup);
  await database.recreate(DATABASE);
  const url = database.urlOf(DATABASE);
  await makeDirectory(url, sizeFor(LISTINGS), progress, new AbortController().signal);
  const environment = operatorEnvironment(url);
  const probe = await freePort();
  const ear = ['--import', pathToFileURL(join(import.meta.dirname, 'loop-probe.js')).href];
  const service = await ServerProcess.start(
    'the service',
    { ...PROGRAMS.service, args: [...ear, ...PROGRAMS.service.args] },
    {
      ...environment,
      LOG_LEVEL: 'fatal',
      RATE_LIMIT: 'off',
      BODY_SECONDS: '2',
      PROBE_PORT: String(probe),
    },
  );
  cleanup.add(() => service.stop());
  const operator = { accessKey: environment['ROOT_ACCESS_KEY'] ?? '', secretKey: environment['ROOT_SECRET_KEY'] ?? '' };
  const target = await readTarget(service.url, [operator, await publicCaller(service.url, operator)]);
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
