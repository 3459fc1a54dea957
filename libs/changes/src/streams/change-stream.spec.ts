import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { LogOffset } from '@app/cache';
import express, { type Response } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChangeStream, eventsOf } from './change-stream.js';
import { NOW } from '../dto/changes.query.js';

const place: LogOffset = { log: 'log', xid: 7, id: 1, listing: 0 };
const MB = 'x'.repeat(1_000_000);

let stream: ChangeStream;
let reader: globalThis.Response;
let close: () => void;

/** Opens a stream over HTTP, and its reader. */
async function open(stallSeconds: number): Promise<void> {
  const app = express();
  const begun = new Promise<Response>((resolve) => app.get('/', (_, response) => resolve(response)));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens
  const answered = fetch(`http://127.0.0.1:${port}`);
  stream = new ChangeStream(
    await begun,
    { role: 'operator', scope: 'full' },
    { viewer: { isOperator: false }, since: NOW, limit: 100 },
    place,
    stallSeconds,
  );
  stream.begin();
  reader = await answered;
  close = () => void server.close();
}

// Longer than a slow machine takes to read 20 MB.
beforeEach(() => open(60));

afterEach(() => {
  stream.end();
  close();
});

const minutes = (count: number): number => performance.now() + count * 60_000;

describe('a stream', () => {
  it('sends a comment and its current cursor every 15 seconds', async () => {
    stream.keep(performance.now() + 14_000);
    stream.keep(performance.now() + 15_000);
    stream.send(eventsOf([{ cursor: 'one', text: '{}' }]), { ...place, xid: 8 });
    stream.keep(minutes(1));
    stream.end();
    const [first, second] = [place, { ...place, xid: 8 }].map(({ log, xid, id, listing }) =>
      Buffer.from(JSON.stringify([1, log, xid, id, listing])).toString('base64url'),
    );
    expect(await reader.text()).toBe(`retry: 3000\n\n:\nid: ${first}\n\nid: one\ndata: {}\n\n:\nid: ${second}\n\n`);
  });

  it('ends after an hour', async () => {
    stream.keep(minutes(59));
    expect(stream.isOpen).toBe(true);
    stream.keep(minutes(60));
    expect(stream.isOpen).toBe(false);
    expect(await reader.text()).toMatch(/^retry/);
  });

  it('is cut if its reader has not read the events sent before', async () => {
    for (let sent = 0; sent < 20 && stream.isOpen; sent++) stream.send(MB, place);
    expect(stream.isOpen).toBe(false);
    await expect(reader.text()).rejects.toThrow('terminated');
  });

  it('waits for a slow reader', async () => {
    stream.send(MB.repeat(20), place);
    const [taken, text] = await Promise.all([stream.taken().then(() => stream.isOpen), endedAfter(stream.taken())]);
    expect(taken).toBe(true);
    expect(text.length).toBeGreaterThan(20_000_000);
  });

  it('waits for a slow reader only up to a limit', async () => {
    stream.end();
    close();
    await open(1);
    stream.send(MB.repeat(20), place);
    await stream.taken();
    expect(stream.isOpen).toBe(false);
  });
});

/** The bytes that the reader receives if the stream ends after an event. */
async function endedAfter(work: Promise<void>): Promise<string> {
  void work.then(() => stream.end());
  return reader.text();
}
