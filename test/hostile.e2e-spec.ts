import { afterAll, beforeAll, expect, it } from 'vitest';
import { Chance } from '../bench/classes/chance.js';
import { ask } from '../bench/fuzz/ask.js';
import { drawRequest } from '../bench/fuzz/hostile-requests.js';
import { readTarget } from '../bench/fuzz/target.js';
import { createAccount } from './factories/account.factory.js';
import { storeCredential } from './factories/credential.factory.js';
import { operator, TestService, type Keys } from './support/service.js';

/** A small part of what `npm run fuzz` asks. */
const REQUESTS = 400;
const AT_ONCE = 20;

let service: TestService;
let publicKeys: Keys;

beforeAll(async () => {
  service = await TestService.start({ bodySeconds: 1 });
  publicKeys = await storeCredential(service, await createAccount(service), 'public');
});

afterAll(() => service.stop());

it('hostile requests are answered or closed, and never 5xx', async () => {
  const target = await readTarget(service.address, [operator, publicKeys]);
  const port = Number(new URL(service.address).port);
  const chance = new Chance(1, 'test');
  for (let asked = 0; asked < REQUESTS; asked += AT_ONCE) {
    const requests = Array.from({ length: AT_ONCE }, () => drawRequest(chance, target));
    const outcomes = await Promise.all(requests.map((request) => ask(port, request)));
    const faults = requests.filter((_, at) => outcomes[at] === 'hang' || Number(outcomes[at]) >= 500);
    expect(faults.map(({ bytes }) => bytes.toString('latin1').slice(0, 2_000))).toEqual([]);
  }
  expect((await service.get('/readyz')).status).toBe(200);
});
