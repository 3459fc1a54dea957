import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readBy } from './read-by.js';

const server = createServer();
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

async function asked(): Promise<{ response: ServerResponse; client: ReturnType<typeof request> }> {
  const { port } = server.address() as AddressInfo; // it listens on a port
  const client = request({ port, host: '127.0.0.1' }).on('error', () => undefined);
  client.end();
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]; // what the event has
  return { response, client };
}

const body = Buffer.from('body');

it('a body is lent until it has been sent', async () => {
  const { response, client } = await asked();
  const end = vi.fn<() => void>();
  const sent = readBy(response, { body, end });
  expect(end).not.toHaveBeenCalled();
  response.end(sent);
  await once(response, 'close');
  expect(end).toHaveBeenCalledOnce();
  client.destroy();
});

it('a body is not lent to a client that has gone', async () => {
  const { response, client } = await asked();
  client.destroy();
  await once(response, 'close');
  const end = vi.fn<() => void>();
  readBy(response, { body, end });
  expect(end).toHaveBeenCalledOnce();
});
