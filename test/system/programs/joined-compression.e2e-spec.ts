import { beforeAll, expect, it } from 'vitest';
import { createAccount, operator, specService } from '@testing';
import { Replica } from '../support/replica.js';

const service = specService();
let website: string;

beforeAll(async () => {
  website = `/api/v1/websites/${(await createAccount(service)).websiteID}`;
});

it('requests that share a running compression are answered, whatever is written meanwhile', async () => {
  // In a process of its own with one thread for compressing, so that a deadlock does not stop the test.
  const replica = new Replica(service.store.url, { UV_THREADPOOL_SIZE: '1' });
  await replica.start();
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey, ...init.headers };
    const answer = await fetch(replica.url + path, { ...init, headers, signal: AbortSignal.timeout(10_000) });
    expect(answer.ok).toBe(true);
    return (await answer.arrayBuffer()).byteLength;
  };
  const tell = (about: string) =>
    call(website, {
      method: 'PUT',
      body: JSON.stringify({ about }),
      headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
    });
  // More bytes than are compressed at once.
  const long = '海'.repeat(15_000);
  try {
    await tell(long);
    for (let round = 0; round < 5; round++) {
      const others = Array.from({ length: 20 }, () => call('/api/v1/openapi.json'));
      const first = call(website);
      await tell(`${long}${round}`);
      const lengths = await Promise.all([call(website), first, ...others]);
      expect(Math.min(...lengths)).toBeGreaterThan(32 * 1024);
    }
  } finally {
    await replica.kill();
  }
});
