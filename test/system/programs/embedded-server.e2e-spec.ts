import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { InProcessCommand, operator, specFolder, storeEnvironment } from '@testing';
import { SERVICE } from '../support/bundle.js';
import { Command } from '../support/command.js';
import { killServer } from '../support/own-server.js';

const dataDir = specFolder('embedded-server');
const env = { ...storeEnvironment(''), DATA_DIR: dataDir, DEMO_DATA: 'off', DRAIN_SECONDS: '0' };

const start = () => Command.start(SERVICE, { env: { ...env, PORT: '0', HOST: '127.0.0.1' } });
const services: Command[] = [];
let addresses: string[];

beforeAll(async () => {
  services.push(start());
  const first = await services[0]?.address();
  services.push(start());
  addresses = [first ?? '', (await services[1]?.address()) ?? ''];
});

afterAll(async () => {
  for (const service of services) service.signal('SIGTERM');
  await Promise.all(services.map((service) => service.end()));
});

const headers = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };

async function account(address: string) {
  const response = await fetch(`${address}/api/v1/websites/1`, { headers });
  return { status: response.status, text: await response.text() };
}

/** Runs a command without PORT. */
async function directory(...words: string[]) {
  const command = new InProcessCommand([...words, '--listings', '5', '--accounts', '1'], env, dataDir);
  return { code: await command.ended, output: command.output };
}

it('the pictures of a demo have the address of the latest service in the data folder', async () => {
  const address = addresses[1]?.replace('127.0.0.1', 'localhost') ?? '';
  for (const words of [['demo'], ['reset', '--yes']]) {
    expect(await directory(...words)).toEqual({ code: 0, output: expect.not.stringContaining('pictures') });
    expect((await account(address)).text).toContain(`"${address}/pictures`);
  }
});

it('services on one data folder start a killed server again, and keep its data', async () => {
  const before = await account(addresses[0] ?? '');
  expect(before.status).toBe(200);
  await killServer(join(dataDir, 'postgres', 'cluster'));
  for (const address of addresses) await expect.poll(() => account(address), { timeout: 20_000 }).toEqual(before);
  const log = await readFile(join(dataDir, 'postgres', 'server.log'), 'utf8');
  expect(log.match(/database system was interrupted/g)).toHaveLength(1);
  expect(services.map(({ output }) => output).join('')).toMatch(/has ended; it is started again on port \d+\./);
});
