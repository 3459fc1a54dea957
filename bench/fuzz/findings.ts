import { ask, type Outcome } from './ask.js';
import type { HostileRequest } from './hostile-requests.js';

/** What one request may keep the event loop for. */
const MAX_DELAY_MS = 100;
/** Another process may take the machine's cores: only what is slow each time is slow. */
const TRIALS = 4;

/** Something that no request may bring about. */
export interface Finding {
  readonly what: string;
  readonly request: HostileRequest;
}

/** The service, and the ear on its event loop. */
export interface Ports {
  readonly service: number;
  readonly probe: number;
}

/** Asks all at once; what is suspicious is asked again alone before it is accused. */
export async function examine(
  ports: Ports,
  requests: readonly HostileRequest[],
): Promise<{ outcomes: Outcome[]; findings: Finding[] }> {
  const outcomes = await Promise.all(requests.map((request) => ask(ports.service, request)));
  const findings: Finding[] = [];
  requests.forEach((request, at) => {
    const outcome = outcomes[at]!; // one for each request
    if (outcome === 'hang' || Number(outcome) >= 500) findings.push({ what: `answered ${outcome}`, request });
  });
  if ((await delayOf(ports)) > MAX_DELAY_MS) {
    for (const request of requests) {
      const delay = await delayAlone(ports, request);
      if (delay > MAX_DELAY_MS) findings.push({ what: `kept the event loop for ${delay.toFixed(0)} ms`, request });
    }
  }
  return { outcomes, findings };
}

/** The shortest of some trials. */
async function delayAlone(ports: Ports, request: HostileRequest): Promise<number> {
  let least = Infinity;
  for (let trial = 0; trial < TRIALS && least > MAX_DELAY_MS; trial++) {
    await delayOf(ports);
    await ask(ports.service, request);
    least = Math.min(least, await delayOf(ports));
  }
  return least;
}

const delayOf = async ({ probe }: Ports): Promise<number> =>
  Number(await (await fetch(`http://127.0.0.1:${probe}`)).text());
