import { it } from 'vitest';
import { makeWorld } from './support/brute-force/world.js';
import { seed } from './support/seed.js';
import { TestService } from './support/service.js';
it('x', async () => {
  const service = await TestService.start();
  const world = makeWorld(1, Date.now());
  console.log(await service.store.dataSource.query(`select version(), lower('İ') i, lower('ΟΔΟΣ') o, lower('ẞ') s, lower('Ǆ') d, lower('Ⅷ') r, lower('𐐀') z, (select datlocprovider||' '||datcollate||' '||datctype from pg_database where datname=current_database()) l`));
  console.log(await service.store.dataSource.query(`select string_agg(chr(c), '') s from generate_series(128, 65535) c where (c < 55296 or c > 57343) and lower(chr(c)) <> chr(c)`).then((r: any) => { let bad = ''; for (const c of r[0].s) if ([...c.toLowerCase()][0] === c) bad += c; return ['pg lowers, js not', bad]; }));
  console.log(await service.store.dataSource.query(`select string_agg(chr(c), '') s, string_agg(lower(chr(c)),'') l from generate_series(128, 65535) c where (c < 55296 or c > 57343)`).then((r: any) => { let bad = ''; const s = [...r[0].s]; const l = [...r[0].l]; console.log(s.length, l.length); s.forEach((c, i) => { if ([...c.toLowerCase()][0] !== l[i]) bad += c + l[i] + ' '; }); return ['differ', bad]; }));
  await seed(service, world as any);
  for (const path of ['suburbs?limit=100', 'suburbs?limit=1', 'suburbs?limit=20', 'properties?limit=100','properties?limit=1', 'listings?limit=20', 'listings?limit=100', 'listings?limit=1']) {
    const t = performance.now();
    for (let i = 0; i < 20; i++) await service.get('/api/v1/' + path);
    const t2 = performance.now();
    for (let i = 0; i < 20; i++) await (await fetch(service.address + '/api/v1/' + path, { headers: { 'x-access-key': 'operator-access-key', 'x-secret-key': 'operator-secret-key' } })).text();
    console.log(path, ((t2 - t) / 20).toFixed(1), ((performance.now() - t2) / 20).toFixed(1));
  }
  await service.stop();
});
