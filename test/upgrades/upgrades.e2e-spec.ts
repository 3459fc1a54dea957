import { migrate } from '@app/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgent, createStore, migratedTemplate, TestService, withClient } from '@testing';
import { catalogOf } from './catalog.js';
import { faultsForFormer } from './additive.js';
import { allAnswers, pathsMissed } from './all-answers.js';
import { dumpOf } from './database-dump.js';
import { dumpOfRelease, fillOf, releases } from './releases.js';
import { fill as fillNow } from './now.fill.js';

/** Differences that do not affect a release, and why. */
const REVIEWED = new Set<string>([]);

const NOW = 'as it is now';

describe.each([...releases, NOW])('a database of release %s, after the upgrade', (version) => {
  let upgraded: TestService;
  let fresh: TestService;
  const schemas = { released: [''], upgraded: [''], fresh: [''] };

  beforeAll(async () => {
    const stores = { upgraded: await createStore(null), fresh: await createStore(migratedTemplate) };
    schemas.fresh = await catalogOf(stores.fresh.dataSource);
    fresh = await TestService.start({}, stores.fresh);
    const [{ base }] = await stores.fresh.dataSource.query<[{ base: number }]>(
      'SELECT pg_current_xact_id()::text::int AS base',
    );
    const fill = version === NOW ? fillNow : await fillOf(version);
    await fill(fresh);
    const dump = version === NOW ? await dumpOf(stores.fresh.dataSource, base) : await dumpOfRelease(version);
    await withClient(stores.upgraded.url, (client) => client.query(dump));
    schemas.released = await catalogOf(stores.upgraded.dataSource);
    await migrate(stores.upgraded.dataSource);
    schemas.upgraded = await catalogOf(stores.upgraded.dataSource);
    upgraded = await TestService.start({}, stores.upgraded);
  });

  afterAll(async () => {
    await upgraded.stop();
    await fresh.stop();
  });

  it('has the schema of a new database', () => {
    expect(schemas.upgraded).toEqual(schemas.fresh);
  });

  it('still serves that release, with everything that it reads and writes (ADR 29)', () => {
    const faults = faultsForFormer(schemas.released, schemas.upgraded);
    expect(faults.filter((fault) => !REVIEWED.has(fault))).toEqual([]);
    // The comparison finds a difference that would affect it.
    const column = 'column accounts.name: text NOT NULL, place 3';
    const without = schemas.upgraded.filter((line) => !line.startsWith('column accounts.name:'));
    expect(faultsForFormer(schemas.released, without)).toContain('column accounts.name is gone');
    const strict = [...schemas.upgraded, 'column accounts.motto: text NOT NULL, place 99'];
    expect(faultsForFormer(schemas.released, strict)).toContain('column accounts.motto is new, and has to be given');
    const other = [...without, column.replace('text', 'integer')];
    expect(faultsForFormer(schemas.released, other)).toContain('column accounts.name was text, and is integer');
  });

  it('gives the same responses as a new database with the same rows, and numbers new rows after them', async () => {
    for (const service of [upgraded, fresh]) await createAgent(service, 12, 'After Upgrade');
    // A release has no rows for the resources of later ones.
    if (version === NOW) expect(pathsMissed(fresh, await allAnswers(fresh))).toEqual([]);
    // Changes are visible once no older transaction runs, in any database of the server.
    const differing = async () => {
      const [answers, others] = [await allAnswers(fresh), await allAnswers(upgraded)];
      const paths = new Set([...answers.keys(), ...others.keys()]);
      return [...paths].filter((path) => answers.get(path) !== others.get(path));
    };
    await expect.poll(differing).toEqual([]);
  });
});
