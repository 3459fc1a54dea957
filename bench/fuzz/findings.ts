import type { ServerProcess } from '../servers/server-process.js';
import { ask, type Outcome } from './ask.js';
import type { HostileRequest } from './hostile-requests.js';

/** How long a request may block the event loop. */
const MAX_DELAY_MS = 100;
/** Other processes may take the cores: a slow request is slow each time. */
const TRIALS = 4;

/** A fault, and the request that causes it. */
export interface Finding {
  readonly fault: string;
  readonly request: HostileRequest;
}

/** Sends all at once; requests of a slow crowd are sent again alone. */
export async function examine(
  server: ServerProcess,
  requests: readonly HostileRequest[],
): Promise<{ outcomes: Outcome[]; findings: Finding[] }> {
  const port = Number(new URL(server.url).port);
  const outcomes = await Promise.all(requests.map((request) => ask(port, request)));
  const findings = requests.flatMap((request, at): Finding[] => {
    const outcome = outcomes[at];
    return outcome === 'hang' || Number(outcome) >= 500 ? [{ fault: `answered ${outcome}`, request }] : [];
  });
  if (server.hasEnded) return { outcomes, findings };
  const { delay } = await server.usage();
  for (const request of delay > MAX_DELAY_MS ? requests : []) {
    let least = delay;
    for (let trial = 0; trial < TRIALS && least > MAX_DELAY_MS; trial++) {
      await server.usage();
      await ask(port, request);
      least = Math.min(least, (await server.usage()).delay);
    }
    if (least > MAX_DELAY_MS) findings.push({ fault: `blocked the event loop for ${least.toFixed(0)} ms`, request });
  }
  return { outcomes, findings };
}
