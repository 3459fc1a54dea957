import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingLine, seed, suburbLine, TestService } from '@testing';

const WRITES = 15;

/** A value that one writer increases with each write. */
class Moved {
  private begun = 0;
  private committed = 0;

  constructor(private readonly write: (value: number) => Promise<unknown>) {}

  /** The last committed value. */
  get last(): number {
    return this.committed;
  }

  /** Writes 1, 2, 3 ... one after the other. */
  async run(): Promise<void> {
    for (let value = 1; value <= WRITES; value++) {
      this.begun = value;
      await this.write(value);
      this.committed = value;
    }
  }

  /** A read is neither older than the last commit before it, nor newer than the last write that started. */
  async check(read: () => Promise<number>): Promise<void> {
    const oldest = this.committed;
    const value = await read();
    expect(value).toBeGreaterThanOrEqual(oldest);
    expect(value).toBeLessThanOrEqual(this.begun);
  }
}

let first: TestService;
let second: TestService;

beforeAll(async () => {
  first = await TestService.start();
  second = await first.replica();
  await seed(first, {
    suburbs: [suburbLine('Richmond VIC 3121')],
    accounts: [
      {
        websiteID: 1,
        name: 'Account 0',
        link: 'https://one.example',
        accessKey: 'first-access',
        secretKey: 'a-secret-of-24-characters-00',
      },
      { websiteID: 2, name: 'Two', link: 'https://two.example' },
    ],
    agents: [{ id: 1, websiteID: 1, name: 'Agent 0', firstname: 'Agent', lastname: '0' }],
    listings: [listing(0)],
  });
});

afterAll(async () => {
  await second.stop();
  await first.stop();
});

const listing = (value: number) =>
  listingLine(1, {
    id: 1,
    uniqueID: 'moving',
    agents: [{ id: 1 }],
    price: { value },
    address: { suburb: 'Richmond', state: 'VIC', postcode: '3121', street: 'Main Road' },
  });

interface Item {
  readonly name: string;
  readonly price: { readonly value: number };
  readonly agents: readonly { readonly name: string }[];
  readonly website: { readonly name: string };
}
type List = { readonly total: number; readonly data: readonly Item[] };

const numberIn = (text: string | undefined): number => Number(/\d+$/.exec(text ?? '')?.[0]);

describe('two replicas during writes', () => {
  it('never return a state older than a committed write: documents, totals, rights, credentials', async () => {
    const account = new Moved((value) => first.put('/api/v1/websites/1', { name: `Account ${value}` }));
    const agent = new Moved((value) => second.put('/api/v1/agents/1', { name: `Agent ${value}` }));
    const price = new Moved((value) => seed(first, { listings: [listing(value)] }));
    const staff = new Moved((value) =>
      second.post('/api/v1/agents', { websiteID: 2, name: `Hand ${value}`, firstname: 'Hand', lastname: `${value}` }),
    );
    const secret = new Moved((value) =>
      second.put('/api/v1/websites/1', { secretKey: `a-secret-of-24-characters-${pad(value)}` }),
    );
    const moved = [account, agent, price, staff, secret];

    const writing = { now: true };
    const one = async <T>(service: TestService, path: string): Promise<T> => (await service.get<T>(path)).body;
    const reader = async (service: TestService) => {
      for (let reads = 0; writing.now || reads < 5; reads++) {
        await account.check(async () => numberIn((await one<Item>(service, '/api/v1/websites/1')).name));
        await account.check(async () => numberIn((await one<List>(service, '/api/v1/websites')).data[0]?.name));
        await account.check(async () => numberIn((await one<List>(service, '/v1/listings')).data[0]?.website.name));
        await agent.check(async () => numberIn((await one<Item>(service, '/api/v1/agents/1')).name));
        await agent.check(async () => numberIn((await one<Item>(service, '/api/v1/listings/1')).agents[0]?.name));
        await price.check(async () => (await one<Item>(service, '/api/v1/listings/moving')).price.value);
        await price.check(
          async () => (await one<List>(service, '/api/v1/listings?limit=3')).data[0]?.price.value ?? NaN,
        );
        await staff.check(async () => (await one<List>(service, '/api/v1/agents?websiteID=2')).total);
        // Pages of lists that were read before, at URLs that were not.
        const limit = 1 + (reads % 100);
        await account.check(async () =>
          numberIn((await one<List>(service, `/api/v1/listings?limit=${limit}`)).data[0]?.website.name),
        );
        await price.check(
          async () =>
            (await one<List>(service, `/api/v1/listings?websiteID=1&limit=${limit}`)).data[0]?.price.value ?? NaN,
        );
        await staff.check(async () => (await one<List>(service, `/api/v1/agents?websiteID=2&limit=${limit}`)).total);
        await secret.check(() => workingSecret(service));
      }
    };
    const writers = Promise.all(moved.map((value) => value.run())).finally(() => {
      writing.now = false;
    });
    await Promise.all([writers, reader(first), reader(second), reader(first), reader(second)]);
    for (const { last } of moved) expect(last).toBe(WRITES);
  });
});

const pad = (value: number): string => String(value).padStart(2, '0');

/** The valid secret, searched from the newest down; if it is rotated meanwhile, the search is repeated. */
async function workingSecret(service: TestService): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    for (let value = WRITES; value >= 0; value--) {
      const as = { accessKey: 'first-access', secretKey: `a-secret-of-24-characters-${pad(value)}` };
      const { status } = await service.get('/api/v1/auth/me', { as });
      if (status === 200) return value;
    }
  }
  throw new Error('No secret works');
}
