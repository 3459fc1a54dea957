import { setTimeout as sleep } from 'node:timers/promises';
import { HookClock } from '../../libs/hooks/src/delivery/hook-clock.js';
import { behaviours, specReceiver } from '../support/hook-receiver.js';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type AccountAnswer, createAccount, listingLine, seed, specFixture, specService } from '@testing';
import { pollRounds, stopWorkers, wholeRounds } from './worker-rounds.js';

interface Hook {
  readonly hookID: number;
  readonly nextAttemptAt: string | null;
}

const HOUR_MS = 3_600_000;
const WORKING = { state: 'active', reason: null, failures: 0, waiting: 0, nextAttemptAt: null };

const crm = specReceiver();
/** Calls the hooks; `other` does not. */
const service = specService(() => ({ hooks: 'on', hooksAllow: [crm.origin] }));
const expectPoll = pollRounds(service);
const other = specFixture(() => service.replica({ hooks: 'off', hooksAllow: [crm.origin] }));
let clock: HookClock;
let account: AccountAnswer;
let path: string;
/** The offset of the delivery clock, in milliseconds. */
let shift = 0;

beforeAll(() => {
  clock = service.app.get(HookClock);
  stopWorkers(service);
  clock.now = () => new Date(Date.now() + shift);
});

beforeEach(async () => {
  account = await createAccount(service);
  path = `/${account.websiteID}`;
  const hooks = [{ url: crm.origin + path, trigger: 'listing-created' }];
  await service.put(`/api/v1/websites/${account.websiteID}`, { hooks });
});

afterEach(async () => {
  crm.behaviour = behaviours.answers();
  await service.delete(`/api/v1/websites/${account.websiteID}`);
});

const query = <Row>(statement: string, values: unknown[] = []) =>
  service.store.dataSource.query<Row[]>(statement, values);

const hooksPath = () => `/api/v1/websites/${account.websiteID}/hooks`;

async function hook(): Promise<Hook> {
  const { body } = await service.get<{ data: Hook[] }>(hooksPath());
  return body.data[0]!; // the account has one hook
}

const ping = async (as: AccountAnswer = account) =>
  await other.call<{ status: number | null }>('POST', `${hooksPath()}/${(await hook()).hookID}/ping`, { as });

/** The messages that arrived, without test messages. */
const arrived = () =>
  crm.received.filter((message) => message.path === path && !message.body.startsWith('{"type":"ping"'));

const list = () => seed(service, { listings: [listingLine(account.websiteID)] });

/** After a message, the receiver asks for a pause of an hour; the next message waits. */
async function paused(): Promise<void> {
  crm.behaviour = behaviours.answers(503, { 'retry-after': '3600' });
  await list();
  await expectPoll(hook).toMatchObject({ state: 'failing' });
  await list();
  crm.behaviour = behaviours.answers();
}

const inMs = ({ nextAttemptAt }: Hook): number => Date.parse(nextAttemptAt ?? '') - Date.now();

it('a failing hook shows the reason and the time of the next attempt', async () => {
  expect(await hook()).toMatchObject(WORKING);
  await paused();
  const failing = await hook();
  expect(failing).toMatchObject({ reason: 'The receiver responded with 503.', failures: 1, waiting: 1 });
  expect(Math.abs(inMs(failing) - HOUR_MS)).toBeLessThan(60_000);
  crm.behaviour = behaviours.dies();
  expect((await ping()).body.status).toBe(null);
  expect(await hook()).toMatchObject({ state: 'failing', reason: 'the connection ended before an answer' });
  await query(`UPDATE hook_states SET state = 'disabled', reason = 'The receiver responded with 410.'`);
  expect(await hook()).toMatchObject({ reason: 'The receiver responded with 410.', nextAttemptAt: null });
});

it('a test message that arrives ends the pause, whichever process sends it', async () => {
  await paused();
  await wholeRounds(service);
  expect(arrived()).toHaveLength(1);
  expect((await ping()).body.status).toBe(200);
  await expectPoll(() => arrived().length).toBe(3);
  await expectPoll(hook).toMatchObject(WORKING);
  expect(new Set(arrived().map(({ headers }) => headers['webhook-id'])).size).toBe(2);
});

it('neither a failed test message nor a ping of another account ends the pause', async () => {
  await paused();
  crm.behaviour = behaviours.answers(500);
  await ping();
  const stranger = await createAccount(service);
  crm.behaviour = behaviours.answers();
  expect((await ping(stranger)).status).toBe(403);
  await wholeRounds(service);
  expect(arrived()).toHaveLength(1);
  expect(await hook()).toMatchObject({ state: 'failing', reason: 'The receiver responded with 500.' });
});

it('a test message does not enable a disabled hook', async () => {
  crm.behaviour = behaviours.answers(410);
  await list();
  await expectPoll(hook).toMatchObject({ state: 'disabled' });
  crm.behaviour = behaviours.answers();
  expect((await ping()).body.status).toBe(200);
  await wholeRounds(service);
  expect(await hook()).toMatchObject({ state: 'disabled', reason: 'The receiver responded with 410.' });
});

/** Messages get no response; test messages do. @returns a function that answers each message: it fails, and asks for an hour */
function holdMessages(): (() => void)[] {
  const held: (() => void)[] = [];
  crm.behaviour = (response, message) => {
    if (message.body.startsWith('{"type":"ping"')) behaviours.answers()(response, message);
    else held.push(() => behaviours.answers(503, { 'retry-after': '3600' })(response, message));
  };
  return held;
}

it('a delivery that fails just before a test message, and is stored after it, does not pause the hook', async () => {
  const held = holdMessages();
  await list();
  await expectPoll(() => held.length).toBe(1);
  const ended = vi.spyOn(clock, 'chance');
  held[0]?.();
  await expect.poll(() => ended.mock.calls.length).toBe(1);
  ended.mockRestore();
  crm.behaviour = behaviours.answers();
  await ping();
  expect(await query('SELECT FROM hook_messages WHERE hook_id = $1 AND attempts > 0', [(await hook()).hookID])).toEqual(
    [],
  );
  await expectPoll(() => arrived().length).toBe(2);
  await expectPoll(hook).toMatchObject(WORKING);
});

it('a delivery that fails just after a test message pauses the hook', async () => {
  const held = holdMessages();
  await list();
  await expectPoll(() => held.length).toBe(1);
  expect((await ping()).body.status).toBe(200);
  await sleep(2); // times have milliseconds
  held[0]?.();
  await expectPoll(hook).toMatchObject({ state: 'failing', failures: 1, waiting: 1 });
});

it('a worker that stops leaves the recovery to another worker', async () => {
  await paused();
  await ping();
  const next = await service.replica({ hooks: 'on', hooksAllow: [crm.origin] });
  const expectPollNext = pollRounds(next);
  await expectPollNext(() => arrived().length).toBe(3);
  await expectPollNext(hook).toMatchObject(WORKING);
  await next.stop();
});

it('the first delivery after a pause brings waiting messages forward, each once', async () => {
  crm.behaviour = behaviours.answers(503, { 'retry-after': '3600' });
  await list();
  await expectPoll(hook).toMatchObject({ state: 'failing', waiting: 1 });
  const later = `UPDATE hook_messages SET next_at = now() + interval '10 hours'`;
  await query(later);
  const [first] = arrived();
  const isFirst = (id: unknown) => id === first?.headers['webhook-id'];
  crm.behaviour = (response, message) => {
    const status = isFirst(message.headers['webhook-id']) ? 503 : 200;
    behaviours.answers(status, status === 503 ? { 'retry-after': '3600' } : {})(response, message);
  };
  await list();
  shift += HOUR_MS;
  const attempts = () => arrived().filter(({ headers }) => isFirst(headers['webhook-id'])).length;
  await expectPoll(attempts).toBe(2);
  await expectPoll(hook).toMatchObject({ state: 'failing', waiting: 1 });
  await query(later);
  await list();
  shift += HOUR_MS;
  await expectPoll(hook).toMatchObject({ state: 'active', waiting: 1 });
  await wholeRounds(service);
  expect(attempts()).toBe(2);
  expect(inMs(await hook())).toBeGreaterThan(9 * HOUR_MS);
});
