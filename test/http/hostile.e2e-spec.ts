import { beforeAll, expect, it } from 'vitest';
import { Chance } from '../../bench/classes/chance.js';
import { createAccount, type Keys, operator, specService, storeCredential, walk, walkSeed } from '@testing';
import { drawRequest } from './hostile/hostile-requests.js';
import { readTarget } from './hostile/hostile-target.js';
import { sendBytes } from './hostile/send-bytes.js';

const REQUESTS = walk(150);
const SEED = walkSeed;
const AT_ONCE = 20;

const service = specService({ bodySeconds: 1 });
let publicKeys: Keys;

beforeAll(async () => {
  publicKeys = await storeCredential(service, await createAccount(service), 'public');
});

it('hostile requests are answered or closed, and never 5xx', { timeout: 60_000 + REQUESTS * 50 }, async () => {
  const target = await readTarget(service.address, [operator, publicKeys]);
  const port = Number(new URL(service.address).port);
  const chance = new Chance(SEED, 'hostile');
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const requests = Array.from({ length: AT_ONCE }, () => drawRequest(chance, target));
    const outcomes = await Promise.all(requests.map((request) => sendBytes(port, request)));
    const faults = requests.filter((_, at) => outcomes[at] === 'hang' || Number(outcomes[at]) >= 500);
    expect(faults.map(({ bytes }) => bytes.toString('latin1').slice(0, 2_000))).toEqual([]);
  }
  expect((await service.get('/readyz')).status).toBe(200);
});
