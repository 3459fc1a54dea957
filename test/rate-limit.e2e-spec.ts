import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type AccountAnswer } from './factories/account.factory.js';
import { expectProblem, type Problem } from './support/send.js';
import { operator, TestService, type Answer, type Keys } from './support/service.js';

const LIMIT = 5;
const SECONDS = 1;

let service: TestService;
let account: AccountAnswer;

beforeAll(async () => {
  service = await TestService.start({ rateLimit: { requests: LIMIT, seconds: SECONDS } });
  account = await createAccount(service);
});

afterAll(() => service.stop());

const nextWindow = () => new Promise((resolve) => setTimeout(resolve, SECONDS * 1000 + 100));

async function ask(count: number, path: string, as: Keys | null = operator): Promise<Answer<Problem>[]> {
  const answers: Answer<Problem>[] = [];
  while (answers.length < count) answers.push(await service.get<Problem>(path, { as }));
  return answers;
}

const statusesOf = (answers: Answer<Problem>[]) => answers.map(({ status }) => status);

describe('with RATE_LIMIT on (D9)', () => {
  it('the request after the limit is 429 with Retry-After, and the next window is open again', async () => {
    await nextWindow();
    const answers = await ask(LIMIT + 2, '/api/v1/websites');
    expect(statusesOf(answers)).toEqual([...Array<number>(LIMIT).fill(200), 429, 429]);
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/./);
    for (const answer of answers.slice(LIMIT)) {
      expectProblem(answer, 429, 'TOO_MANY_REQUESTS');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(SECONDS);
    }
    await nextWindow();
    expect(statusesOf(await ask(1, '/api/v1/websites'))).toEqual([200]);
  });

  it('each key has its own count, over canonical and overview paths together', async () => {
    await nextWindow();
    expect(statusesOf(await ask(LIMIT, '/v1/accounts'))).toEqual(Array(LIMIT).fill(200));
    expect(statusesOf(await ask(1, '/api/v1/agents'))).toEqual([429]);
    expect(statusesOf(await ask(1, '/api/v1/agents', account))).toEqual([200]);
  });

  it('without a key the address is counted', async () => {
    await nextWindow();
    expect(statusesOf(await ask(LIMIT + 1, '/api/v1/websites', null))).toEqual([
      ...Array<number>(LIMIT).fill(401),
      429,
    ]);
  });

  it('the platform may always ask how the service is', async () => {
    for (const path of ['/livez', '/readyz']) expect(statusesOf(await ask(LIMIT + 3, path, null))).not.toContain(429);
  });
});
