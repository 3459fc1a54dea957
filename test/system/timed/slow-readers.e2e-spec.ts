import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SettingsModule } from '@app/config';
import { Cached, CacheModule } from '@app/cache';
import { Controller, Get, Module, Param, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { request } from 'undici';
import { beforeAll, expect, it } from 'vitest';
import { DirectExpressAdapter } from '../../../apps/api/src/direct-express.adapter.js';
import { specFixture, specStore, testPersistence, testSettings } from '@testing';

/** Nearly the longest cached response. */
const LENGTH = 1_000_000;
/** More of them than the kernel buffers for a client that reads nothing. */
const UNREAD = 24;
const CACHE_MB = 40;
/** More than the cache holds. */
const OTHERS = 60;

const text = (name: string) => `${name} `.repeat(LENGTH).slice(0, LENGTH);

@Controller('texts')
class TextsController {
  @Get(':name')
  @Cached()
  read(@Param('name') name: string): string {
    return text(name);
  }
}

function moduleOn(url: string): Type {
  @Module({
    imports: [
      SettingsModule.forRoot({ ...testSettings, responseCacheMb: CACHE_MB }),
      testPersistence(url),
      CacheModule,
    ],
    controllers: [TextsController],
  })
  class TextsModule {}
  return TextsModule;
}

const store = specStore();
const app = specFixture(
  () => NestFactory.create(moduleOn(store.url), new DirectExpressAdapter(), { logger: false }),
  (one) => one.close(),
);
let port: number;

beforeAll(async () => {
  ({ port } = (await app.listen(0, '127.0.0.1')).address() as AddressInfo); // a TCP server that listens
});

async function ask(name: string): Promise<void> {
  const { body } = await request(`http://127.0.0.1:${port}/texts/${name}`);
  await body.dump({ limit: LENGTH });
}

const names = (word: string, count: number) => Array.from({ length: count }, (_, at) => `${word}${at}`);

async function askAll(all: readonly string[]): Promise<void> {
  for (const name of all) await ask(name);
}

/** Sends requests on one connection, and reads nothing. */
async function askWithoutReading(all: readonly string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  await once(socket, 'connect');
  const last = all.length - 1;
  const head = (at: number) => `Host: localhost\r\nConnection: ${at === last ? 'close' : 'keep-alive'}\r\n\r\n`;
  socket.write(all.map((name, at) => `GET /texts/${name} HTTP/1.1\r\n${head(at)}`).join(''));
  return socket;
}

it('a slow reader gets a cached response unchanged, even after other responses have evicted it', async () => {
  const asked = names('slow', UNREAD);
  await askAll(asked);
  const socket = await askWithoutReading(asked);
  await askAll(names('other', OTHERS));
  const read = (await buffer(socket)).toString();
  const bodies = read.split(/HTTP\/1\.1 200 [\s\S]*?\r\n\r\n/).slice(1);
  expect(bodies.length).toBe(UNREAD);
  expect(bodies.map((body, at) => body === text(`slow${at}`))).toEqual(asked.map(() => true));
});
