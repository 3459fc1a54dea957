import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { migrations } from '../../libs/persistence/src/migrations/index.js';
import { createStore, migratedTemplate, TestService } from '@testing';
import { dumpOf } from './database-dump.js';
import { hashOf } from './migration-hash.js';
import { fillOf } from './releases.js';

const { version } = manifest;
const FROZEN = resolve(import.meta.dirname, '../../libs/persistence/src/migrations/frozen.json');

it.runIf(process.env['UPGRADES_DUMP'])(
  'npm run upgrades:dump writes the dump of this release, and freezes its migrations',
  async () => {
    const file = resolve(import.meta.dirname, `${version}.sql`);
    expect(existsSync(file), `${file} stays as it is: increase the version in package.json`).toBe(false);
    const service = await TestService.start({}, await createStore(migratedTemplate));
    try {
      const { dataSource } = service.store;
      const [{ base }] = await dataSource.query<[{ base: number }]>('SELECT pg_current_xact_id()::text::int AS base');
      const fill = await fillOf(version);
      await fill(service);
      const dump = await dumpOf(dataSource, base);
      await writeFile(file, `-- A database of release ${version}, made by npm run upgrades:dump.\n\n${dump}`);
      await freeze();
    } finally {
      await service.stop();
    }
  },
);

/** Adds the hashes of the migrations that are new in this release. */
async function freeze(): Promise<void> {
  const frozen = JSON.parse(await readFile(FROZEN, 'utf8')) as Record<string, Record<string, string>>;
  const { [version]: _, ...earlier } = frozen;
  const old = new Set(Object.values(earlier).flatMap((hashes) => Object.keys(hashes)));
  const added = migrations.filter(({ name }) => !old.has(name));
  const hashes = await Promise.all(added.map(async (Migration) => [Migration.name, await hashOf(new Migration())]));
  await writeFile(FROZEN, `${JSON.stringify({ ...earlier, [version]: Object.fromEntries(hashes) }, null, 2)}\n`);
}
