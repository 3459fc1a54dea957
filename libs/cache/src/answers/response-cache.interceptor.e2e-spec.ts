import type { AddressInfo } from 'node:net';
import { SettingsModule } from '@app/config';
import { sql, SqlExecutor } from '@app/sql';
import { Controller, Get, Module, type INestApplication, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStore, expectUnlessOthersCommit, testPersistence, testSettings, type TestStore } from '@testing';
import { Cached } from './response-cache.interceptor.js';
import { CacheModule } from '../cache.module.js';

/** How often each handler has run. */
const runs = { cached: 0, plain: 0, slow: 0 };
/** Ends the slow handlers that are running. */
let goOn: () => void = () => undefined;

@Controller()
class NotesController {
  @Get('cached')
  @Cached((query) => 'now' in query)
  cached(): string {
    runs.cached += 1;
    return `"run ${runs.cached}"`;
  }

  @Get('slow')
  @Cached()
  async slow(): Promise<string> {
    runs.slow += 1;
    const run = runs.slow;
    await new Promise<void>((resolve) => {
      const others = goOn;
      goOn = () => {
        others();
        resolve();
      };
    });
    return `"run ${run}"`;
  }

  @Get('plain')
  plain(): string {
    runs.plain += 1;
    return `"run ${runs.plain}"`;
  }
}

let store: TestStore;
let executor: SqlExecutor;
let app: INestApplication;
let address: string;

function moduleOn(url: string): Type {
  @Module({
    imports: [SettingsModule.forRoot(testSettings), testPersistence(url), CacheModule],
    controllers: [NotesController],
  })
  class NotesModule {}
  return NotesModule;
}

beforeAll(async () => {
  store = await createStore();
  executor = SqlExecutor.of(store.dataSource);
  await executor.execute(sql`CREATE TABLE notes (text text)`);
  app = await NestFactory.create(moduleOn(store.url), { logger: false });
  const server = await app.listen(0, '127.0.0.1');
  const { port } = server.address() as AddressInfo; // a TCP server that listens
  address = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  await app.close();
  await store.drop();
});

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(address + path, { headers });
  const text = await response.text();
  return { status: response.status, tag: response.headers.get('etag') ?? '', body: bodyOf(text) };
}

/** Nest's own adapter writes a buffer as JSON; the adapter of the service sends it as it is. */
function bodyOf(text: string): string {
  if (!text.startsWith('{"type":"Buffer"')) return text;
  const { data } = JSON.parse(text) as { data: number[] }; // the JSON of a buffer
  return Buffer.from(data).toString();
}

const write = () => executor.execute(sql`INSERT INTO notes VALUES ('new')`);

describe('a handler with the cache decorator', () => {
  it('runs once until a commit; the response and its ETag are repeated', async () => {
    await expectUnlessOthersCommit(async () => {
      const first = await get('/cached');
      const before = runs.cached;
      expect(await get('/cached')).toEqual(first);
      expect(runs.cached).toBe(before);
      expect(first).toMatchObject({ status: 200, body: `"run ${before}"` });
      expect(first.tag).toMatch(/^W\/"[\w-]{27}"$/);
    });
  });

  it('runs each time with a volatile parameter', async () => {
    const before = runs.cached;
    await get('/cached?now=1');
    await get('/cached?now=1');
    expect(runs.cached).toBe(before + 2);
  });
});

describe('concurrent requests for one response', () => {
  const begin = async (path: string, count: number) => {
    const before = runs.slow;
    const asked = Array.from({ length: count }, () => get(path));
    await vi.waitFor(() => expect(runs.slow).toBeGreaterThan(before), { timeout: 60_000 });
    return asked;
  };
  /** Lets the handlers continue until all requests are answered. */
  async function settled(asked: Promise<{ status: number; body: string }>[]) {
    const answers = Promise.all(asked);
    const state = { isDone: false };
    void answers.finally(() => (state.isDone = true));
    while (!state.isDone) {
      goOn();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return answers;
  }

  it('share its execution', async () => {
    const before = runs.slow;
    const answers = await settled(await begin('/slow?shared', 8));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    // Other specs commit on the same server; a request that sees such a commit creates another response.
    expect(runs.slow - before).toBeLessThan(8);
  });

  it('do not share a response whose execution began before a commit', async () => {
    const early = await begin('/slow?early', 1);
    await write();
    const before = runs.slow;
    const late = [get('/slow?early')];
    const answers = await settled([...early, ...late]);
    expect(runs.slow).toBeGreaterThan(before);
    expect(answers[0]?.body).not.toBe(answers[1]?.body);
  });
});
