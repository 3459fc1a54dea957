import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from './factories/account.factory.js';
import { expectUnlessOthersCommit } from './support/others-commit.js';
import { TestService } from './support/service.js';
import { statementsOf } from './support/statements.js';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
  await createAccount(service, { name: 'Harbour' });
});

afterAll(() => service.stop());

/** Asks for a list on condition that it has changed, and counts the statements that it takes. */
async function ask(path: string, tag: string | null = null) {
  const headers: Record<string, string> = tag === null ? {} : { 'if-none-match': tag };
  const { result, statements } = await statementsOf(() =>
    service.get<{ total: number } | undefined>(path, { headers }),
  );
  return {
    status: result.status,
    tag: result.headers.get('etag'),
    body: result.body,
    asked: statements.length,
  };
}

describe.each(['/api/v1/websites?name=harbour', '/v1/accounts', '/api/v1/listings', '/api/v1/suburbs/regions'])(
  'a conditional request for %s',
  (path) => {
    it('is answered 304 while nothing was committed, by one statement', () =>
      expectUnlessOthersCommit(async () => {
        const { tag, status } = await ask(path);
        expect(status).toBe(200);
        expect(tag).toMatch(/^W\/"[\w-]+"$/);
        expect(await ask(path, tag)).toEqual({ status: 304, tag, body: undefined, asked: 1 });
        expect(await ask(path, `"another", ${tag}`)).toMatchObject({ status: 304, tag });
      }));

    it('is answered in full after a commit', async () => {
      const { tag } = await ask(path);
      await createAccount(service);
      const again = await ask(path, tag);
      expect(again.status).toBe(200);
      expect(again.tag).not.toBe(tag);
    });
  },
);

it('a tag says nothing of another list', async () => {
  const { tag } = await ask('/api/v1/websites?limit=1');
  expect((await ask('/api/v1/websites?limit=2', tag)).status).toBe(200);
});

it('a list that depends on the time of day has no tag', async () => {
  const { tag, status } = await ask('/api/v1/listings?isInspections=true');
  expect({ tag, status }).toEqual({ tag: null, status: 200 });
});
