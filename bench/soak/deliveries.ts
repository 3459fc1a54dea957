import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Cleanup } from '../cleanup.js';
import type { Server } from '../servers/program.js';
import type { Keys } from '../servers/service.js';
import type { Faults } from './caller.js';

/** A restart of the database delays deliveries. */
const WITHIN_MS = 30_000;
const RETRY_MS = 500;

/** A change, with the fields that identify its delivery. */
interface Change {
  readonly resource?: string;
  readonly id?: number;
}

/** The created agents that every reader of changes must receive. */
export class Deliveries {
  private readonly missing = new Map<string, number>();

  constructor(
    readonly faults: Faults,
    private readonly readers: readonly string[],
  ) {}

  expect(id: number): void {
    for (const reader of this.readers) this.missing.set(`agent ${id} to ${reader}`, this.faults.now);
  }

  arrived(reader: string, { resource, id }: Change): void {
    this.missing.delete(`${resource} ${id} to ${reader}`);
  }

  /** Records faults for late deliveries. */
  check(): void {
    for (const [delivery, since] of this.missing) {
      if (this.faults.now - since < WITHIN_MS) continue;
      this.faults.add('not delivered', delivery);
      this.missing.delete(delivery);
    }
  }

  /** Waits until each delivery has arrived or is late. */
  async end(): Promise<void> {
    for (; this.missing.size > 0; await sleep(100)) this.check();
  }
}

/** Receives the messages of hooks. @returns its origin */
export async function startReceiver(name: string, deliveries: Deliveries, cleanup: Cleanup): Promise<string> {
  const receive = async (message: IncomingMessage) =>
    deliveries.arrived(name, (JSON.parse(await text(message)) as { data: Change }).data); // a message of the service
  const server = createServer((message, response) => {
    receive(message).then(
      () => response.writeHead(204).end(),
      () => response.destroy(), // the service was stopped while it was sending
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}

/** Reads the change stream of one process, and resumes at its last position. */
export async function readStream({ name, url }: Server, keys: Keys, deliveries: Deliveries, over: AbortSignal) {
  const { faults } = deliveries;
  let last: string | undefined;
  while (!over.aborted) {
    try {
      const { statusCode, body } = await request(`${url}/api/v1/changes?since=now`, {
        headers: { ...keys, accept: 'text/event-stream', ...(last && { 'last-event-id': last }) },
        signal: over,
      });
      if (statusCode !== 200) throw new Error(`status ${statusCode}: ${await body.text()}`);
      for await (const line of createInterface({ input: body })) {
        if (line.startsWith('id: ')) last = line.slice(4);
        // An event of the service.
        if (line.startsWith('data: ')) deliveries.arrived(name, JSON.parse(line.slice(6)) as Change);
      }
    } catch (error) {
      // A stream is long-lived, so its end has just happened.
      if (!over.aborted) faults.addFailure(faults.now - 1_000, 'no answer', `${name}: ${String(error)}`);
    }
    await sleep(RETRY_MS, undefined, { signal: over }).catch(() => undefined);
  }
}
