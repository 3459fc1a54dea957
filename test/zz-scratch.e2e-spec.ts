import { it } from 'vitest';
import { makeWorld } from './support/brute-force/world.js';
import { seed } from './support/seed.js';
import { TestService } from './support/service.js';
it('x', { timeout: 100_000 }, async () => {
  const service = await TestService.start();
  const world = makeWorld(1, Date.now());
  await seed(service, world as any);
  for (const path of ['properties?limit=100','properties?limit=1', 'listings?limit=20', 'listings?limit=100', 'listings?limit=1']) {
    const t2 = performance.now();
    const text = await (await fetch(service.address + '/api/v1/' + path, { headers: { 'x-access-key': 'operator-access-key', 'x-secret-key': 'operator-secret-key' } })).text();
    console.log(path, text.length, ((performance.now() - t2)).toFixed(1));
    const t = performance.now();
    (service as any).contract.faults('GET', '/api/v1/' + path, 200, 'application/json', JSON.parse(text));
    console.log(path, 'contract', ((performance.now() - t)).toFixed(1));
  }
  await service.stop();
});
