import { cursorOf, offsetOf, SnapshotClock } from '@app/cache';
import { ChangesService } from '@app/changes';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/hook-receiver.js';
import { HookClock } from '../../../libs/hooks/src/delivery/hook-clock.js';
import { type AccountAnswer, createAccount, TcpProxy, TestService } from '@testing';
import { startOwnServer, type OwnServer } from '../support/own-server.js';
import { Standby, WITH_STANDBYS } from '../support/standby.js';

let server: OwnServer;
let standby: Standby;
let proxy: TcpProxy;
let service: TestService;
let receiver: Receiver;
let account: AccountAnswer;

/** The service reaches the server by an address that later leads to the standby. */
beforeEach(async () => {
  server = await startOwnServer(WITH_STANDBYS);
  standby = await Standby.of(server);
  proxy = await TcpProxy.start(server.url);
  receiver = await startReceiver();
  service = await TestService.start(
    { hooks: 'on', hooksAllow: [receiver.origin], databaseReplicaUrls: [standby.url] },
    { ...server, url: proxy.url, drop: () => Promise.resolve() },
  );
  service.app.get(HookClock).tickMs = 20;
  account = await createAccount(service);
  const hooks = [{ url: `${receiver.origin}/`, trigger: 'account-updated' }];
  await service.put(`/api/v1/websites/${account.websiteID}`, { hooks });
});

afterEach(async () => {
  await service.stop();
  await receiver[Symbol.asyncDispose]();
  await proxy.stop();
  await server.drop();
  await standby.drop();
});

interface Change {
  readonly cursor: string;
  readonly resource: string;
  readonly kind: string;
}

const EVERYTHING: Parameters<ChangesService['read']>[1] = { since: '', limit: 100, viewer: { isOperator: true } };

let written = 0;
async function write(): Promise<string> {
  written += 1;
  const about = `Written ${written}`;
  await service.put(`/api/v1/websites/${account.websiteID}`, { about });
  return about;
}

const read = () => service.get('/api/v1/websites');
const cursor = async () => (await read()).headers.get('changes-cursor') ?? '';
const status = async (since: string) => (await service.get(`/api/v1/changes?since=${since}`)).status;
const messages = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

/** Points the address to the promoted standby. */
async function redirect(): Promise<void> {
  const { port } = new URL(proxy.url);
  await proxy.stop();
  proxy = await TcpProxy.start(standby.url, Number(port));
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe(200);
}

it('a planned switch-over expires no cursor, and no position of a hook', async () => {
  const early = await cursor();
  await write();
  const late = await cursor();
  await expect.poll(messages, { timeout: 60_000 }).not.toEqual([]);
  await standby.catchUpWith(server);
  // A restarted standby may have received no commit since.
  await standby.stop();
  await standby.start();
  await server.stop();
  await standby.promote();
  await redirect();
  const first = messages().length;
  expect(await status(early)).toBe(200);
  expect(await status(late)).toBe(200);
  await write();
  const { body } = await service.get<{ data: Change[] }>(`/api/v1/changes?since=${late}`);
  expect(body.data.map(({ resource, kind }) => `${resource} ${kind}`)).toEqual(['account updated']);
  // The cursor of a change also belongs to the promoted server.
  expect(await status(body.data[0]?.cursor ?? '')).toBe(200);
  await expect.poll(() => messages().length, { timeout: 60_000 }).toBeGreaterThan(first);
  expect(messages()).not.toContain('resync');
  expect(await status(await cursor())).toBe(200);
});

it('a server that takes over without the last commits expires the cursors that include them', async () => {
  const early = await cursor();
  await write();
  const late = await cursor();
  await standby.catchUpWith(server);
  await standby.cutOff();
  const { end } = await service.app.get(SnapshotClock).now();
  await write();
  const lost = await cursor();
  // A page that is read later than its position has no commit that its cursor does not include.
  const page = await service.app.get(ChangesService).read(offsetOf(late)!, EVERYTHING, end);
  expect(page.items).toEqual([]);
  await server.stop();
  await standby.promote();
  await redirect();
  expect(await status(early)).toBe(200);
  expect(await status(late)).toBe(200);
  expect(await status(cursorOf(page.place))).toBe(200);
  expect(await status(lost)).toBe(410);
});

it('cursors expire if the position of the switch is not known', async () => {
  const late = await cursor();
  await server.stop();
  await standby.promote();
  await standby.stop();
  await standby.start();
  await redirect();
  expect(await status(late)).toBe(410);
  expect(await status(await cursor())).toBe(200);
});
