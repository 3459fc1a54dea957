import { setTimeout as sleep } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import type { Keys } from '../../servers/service.js';
import type { Faults } from '../faults.js';
import type { Deliveries } from './deliveries.js';

const RETRY_MS = 500;

/** A change, as far as a delivery is known by it. */
interface Change {
  readonly resource: string;
  readonly id: number;
}

/** Reads the stream of changes of one process, and continues where it stopped. */
export async function readStream(
  url: string,
  keys: Keys,
  { name, deliveries, faults, over }: { name: string; deliveries: Deliveries; faults: Faults; over: AbortSignal },
): Promise<void> {
  let last: string | undefined;
  while (!over.aborted) {
    const since = faults.now;
    try {
      const { statusCode, headers, body } = await request(`${url}/api/v1/changes?since=now`, {
        headers: { ...keys, accept: 'text/event-stream', ...(last && { 'last-event-id': last }) },
        signal: over,
      });
      if (statusCode !== 200) {
        await body.dump();
        faults.addFailure(since, String(statusCode), `the stream ${name}`, String(headers['x-request-id']));
      } else {
        for await (const line of createInterface({ input: body })) {
          if (line.startsWith('id: ')) last = line.slice(4);
          if (!line.startsWith('data: ')) continue;
          const { resource, id } = JSON.parse(line.slice(6)) as Change; // an event of the service
          if (resource === 'agent') deliveries.arrived(name, id);
        }
      }
    } catch (error) {
      // A stream lasts: what ended it happened now.
      if (!over.aborted)
        faults.addFailure(Math.max(since, faults.now - 1_000), 'no answer', `the stream ${name}: ${String(error)}`);
    }
    await sleep(RETRY_MS, undefined, { signal: over }).catch(() => undefined);
  }
}
