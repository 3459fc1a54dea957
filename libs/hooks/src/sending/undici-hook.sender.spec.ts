import { expect, it, describe } from 'vitest';
import { HookTargets } from '@app/accounts';
import { behaviours, startReceiver, type Behaviour } from '../../../../test/support/hook-receiver.js';
import { selfSigned } from '../../../../test/hooks/certificate.js';
import { startNameServer } from '../../../../test/hooks/name-server.js';
import { leftOut, missingPrograms } from '../../../../test/support/programs.js';
import { UndiciHookSender, type SenderOptions } from './undici-hook.sender.js';

const ENDLESS = new AbortController().signal;

/** A sender with short timeouts, until the end of a test. */
function newSender({ allowed, ...options }: SenderOptions & { allowed: string[] }): UndiciHookSender & AsyncDisposable {
  const targets = new HookTargets({ hooksAllow: allowed });
  const sender = new UndiciHookSender(targets, { attemptMs: 2_000, ...options });
  return Object.assign(sender, { [Symbol.asyncDispose]: () => sender.onApplicationShutdown() });
}

/** The reply of a receiver with a given behaviour. */
async function replyOf(behaviour: Behaviour, options: SenderOptions = {}) {
  await using crm = await startReceiver(behaviour);
  await using sender = newSender({ allowed: [crm.origin], ...options });
  return await sender.send(crm.origin, {}, '{}', ENDLESS);
}

describe('a message', () => {
  it('is sent as JSON with its headers, and returns the response', async () => {
    await using crm = await startReceiver(behaviours.answers(202, {}, 'thank you'));
    await using sender = newSender({ allowed: [crm.origin] });
    const reply = await sender.send(`${crm.origin}/in?office=1#x`, { 'webhook-id': 'msg_1' }, '{"a":"é"}', ENDLESS);
    expect(reply).toEqual({ status: 202, excerpt: 'thank you', reason: null, retryAfterMs: null });
    const [{ path, headers, body } = {}] = crm.received;
    expect({ path, body }).toEqual({ path: '/in?office=1', body: '{"a":"é"}' });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'msg_1' });
  });

  it('reuses connections', async () => {
    await using crm = await startReceiver();
    await using sender = newSender({ allowed: [crm.origin] });
    for (let at = 0; at < 5; at++) await sender.send(`${crm.origin}/${at}`, {}, '{}', ENDLESS);
    expect(crm.received).toHaveLength(5);
    // A connection becomes free a moment after its response, so a second one may be opened meanwhile.
    expect(crm.connections).toBeLessThanOrEqual(2);
  });

  it('follows no redirect', async () => {
    await using inside = await startReceiver();
    await using crm = await startReceiver(behaviours.answers(301, { location: `${inside.origin}/metadata` }, 'moved'));
    await using sender = newSender({ allowed: [crm.origin, inside.origin] });
    const reply = await sender.send(crm.origin, {}, '{}', ENDLESS);
    expect(reply).toMatchObject({ status: 301, excerpt: 'moved' });
    expect(inside.received).toEqual([]);
  });

  it('returns the wait that the response asks for', async () => {
    const behaviour = behaviours.answers(429, { 'retry-after': '30' });
    expect(await replyOf(behaviour)).toMatchObject({ status: 429, retryAfterMs: 30_000 });
  });

  it('ignores the proxy of the environment', async () => {
    await using crm = await startReceiver();
    await using proxy = await startReceiver();
    const before = { ...process.env };
    Object.assign(process.env, { HTTP_PROXY: proxy.origin, http_proxy: proxy.origin, NODE_USE_ENV_PROXY: '1' });
    try {
      await using sender = newSender({ allowed: [crm.origin] });
      await sender.send(crm.origin, {}, '{}', ENDLESS);
      expect([crm.received.length, proxy.connections]).toEqual([1, 0]);
    } finally {
      process.env = before;
    }
  });
});

describe('the excerpt of a response', () => {
  it.each([
    ['a gigabyte', behaviours.megabytes(1024)],
    ['a reply without an end', behaviours.megabytes(Number.POSITIVE_INFINITY)],
  ])('is the first kB of %s; the rest is not read', async (_, behaviour) => {
    const reply = await replyOf(behaviour);
    expect(reply).toEqual({ status: 200, excerpt: 'x'.repeat(1024), reason: null, retryAfterMs: null });
  });

  it('has what arrived before the response stalled', async () => {
    expect(await replyOf(behaviours.half(500))).toMatchObject({ status: 500, excerpt: 'half' });
  });

  it('replaces bytes that are not UTF-8', async () => {
    const { excerpt } = await replyOf((response) => response.end(Buffer.from([0, 0xff, 0x61])));
    expect(excerpt).toBe('\ufffd\ufffda');
  });

  it('leaves out a character that the limit splits', async () => {
    const { excerpt } = await replyOf(behaviours.answers(200, {}, `x${'é'.repeat(1024)}`));
    expect(excerpt).toBe(`x${'é'.repeat(511)}`);
  });
});

describe('a failed attempt is reported', () => {
  it.each([
    ['never comes', behaviours.never(), 'no answer within 0.2 s'],
    ['comes too late', behaviours.slow(10_000), 'no answer within 0.2 s'],
    ['dies', behaviours.dies(), 'the connection ended before an answer'],
    ['is not HTTP', behaviours.babbles(), 'the answer is not HTTP'],
    ['has endless headers', behaviours.answers(200, { x: 'x'.repeat(20_000) }), 'the answer is not HTTP'],
  ])('if the response %s', async (_, behaviour, reason) => {
    const reply = await replyOf(behaviour, { attemptMs: 200 });
    expect(reply).toEqual({ status: null, excerpt: '', reason, retryAfterMs: null });
  });

  it('if the receiver refuses the connection', async () => {
    const gone = await startReceiver();
    await gone[Symbol.asyncDispose]();
    await using sender = newSender({ allowed: [gone.origin] });
    await expect(sender.send(gone.origin, {}, '{}', ENDLESS)).resolves.toMatchObject({ reason: 'no connection' });
  });

  it('as aborted, not as a failure of the receiver, if the process stops', async () => {
    await using crm = await startReceiver(behaviours.never());
    await using sender = newSender({ allowed: [crm.origin] });
    const end = new AbortController();
    const attempt = sender.send(crm.origin, {}, '{}', end.signal);
    await expect.poll(() => crm.received.length).toBe(1);
    end.abort();
    await expect(attempt).rejects.toThrow('aborted');
    await expect(sender.send(crm.origin, {}, '{}', end.signal)).rejects.toThrow('aborted');
  });
});

const needs = missingPrograms('openssl');

describe.skipIf(needs.length > 0)(`over https${leftOut(needs)}`, () => {
  const LOCAL = 'IP:127.0.0.1';

  it('a trusted certificate is accepted', async () => {
    const local = selfSigned(LOCAL);
    await using crm = await startReceiver(behaviours.answers(), local);
    await using names = await startNameServer(() => []);
    await using sender = newSender({ allowed: [crm.origin], network: { resolver: names.resolver, ca: local.cert } });
    await expect(sender.send(crm.origin, {}, '{}', ENDLESS)).resolves.toMatchObject({ status: 200 });
  });

  it.each([
    ['signed by itself', LOCAL, undefined],
    ['of another host', 'DNS:elsewhere.example', 'itself'],
  ])('a certificate that is %s is refused, whatever the environment says', async (_, name, trusted) => {
    const tls = selfSigned(name);
    await using crm = await startReceiver(behaviours.answers(), tls);
    await using names = await startNameServer(() => []);
    const network = { resolver: names.resolver, ...(trusted && { ca: tls.cert }) };
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      await using sender = newSender({ allowed: [crm.origin], network });
      const reply = await sender.send(crm.origin, {}, '{}', ENDLESS);
      expect(reply).toMatchObject({ status: null, reason: 'the certificate is not valid' });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
    expect(crm.received).toEqual([]);
  });

  it('a receiver without TLS fails', async () => {
    await using crm = await startReceiver();
    const origin = crm.origin.replace('http:', 'https:');
    await using sender = newSender({ allowed: [origin] });
    await expect(sender.send(origin, {}, '{}', ENDLESS)).resolves.toMatchObject({ reason: 'no TLS connection' });
  });
});

describe('the internal network', () => {
  it('is not reached; an internal name fails like a name that does not exist', async () => {
    await using names = await startNameServer((name) => (name === 'inside.example' ? ['10.0.0.1'] : []));
    await using sender = newSender({ allowed: [], network: { resolver: names.resolver } });
    const inside = await sender.send('https://inside.example/', {}, '{}', ENDLESS);
    const missing = await sender.send('https://missing.example/', {}, '{}', ENDLESS);
    expect(inside).toEqual({ status: null, excerpt: '', reason: 'the host has no public address', retryAfterMs: null });
    expect(missing).toEqual(inside);
  });

  it.each(['https://127.0.0.1/', 'https://[::ffff:10.0.0.1]/', 'http://crm.example/'])(
    'is not looked up for %s',
    async (url) => {
      await using names = await startNameServer(() => ['93.184.215.14']);
      await using sender = newSender({ allowed: [], network: { resolver: names.resolver } });
      await expect(sender.send(url, {}, '{}', ENDLESS)).resolves.toMatchObject({
        status: null,
        reason: expect.stringMatching(/^the URL must /) as string,
      });
      expect(names.asked).toEqual([]);
    },
  );
});
