import { once } from 'node:events';
import { createServer, get, type ClientRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestLogger } from '@app/http';
import express, { type Response } from 'express';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { LineSet } from '../files/read-lines.js';
import { ExportReader } from './export-reader.js';
import { ReaderTimeout } from './reader-timeout.js';

const warnings: string[] = [];
const logger = pino(
  { level: 'warn' },
  { write: (line: string) => warnings.push((JSON.parse(line) as { msg: string }).msg) },
);

const set = (bytes: number): LineSet => ({ bytes: Buffer.alloc(bytes, 'x'), lines: 1 });
const timeout = () => new ReaderTimeout({ exportStallSeconds: 3_600, exportLinesPerSecond: 1 });

const servers: Server[] = [];

afterEach(() => {
  warnings.length = 0;
  for (const server of servers.splice(0)) server.close();
});

/** Sends a request to a server. */
async function ask(coding: string): Promise<{ client: ClientRequest; response: Response }> {
  const app = express().use(requestLogger(logger));
  const asked = new Promise<Response>((resolve) => app.get('/lines', (_, response) => resolve(response)));
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // of a TCP server
  const client = get({ port, path: '/lines', agent: false, headers: { 'accept-encoding': coding } });
  client.on('error', () => undefined);
  return { client, response: await asked };
}

describe('an export whose client disconnects', () => {
  it.each(['identity', 'gzip', 'br'])(
    'stops waiting, even if the client disconnected while lines were read (%s)',
    async (coding) => {
      const { client, response } = await ask(coding);
      const reader = new ExportReader(response, timeout(), 'cursor');
      async function* sets() {
        client.destroy();
        await once(reader.gone, 'abort');
        for (let at = 0; at < 4; at++) yield set(1024 * 1024);
      }
      await reader.send(sets());
      expect(warnings).toEqual(['ReaderLostError: The client has disconnected']);
    },
    10_000,
  );
});
