import { migrate } from '@app/persistence';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAgent } from '../factories/agent.factory.js';
import { catalogOf } from '../support/catalog.js';
import { TestService } from '../support/service.js';
import { createStore } from '../support/store.js';
import { withClient } from '../support/with-client.js';
import { allAnswers, pathsMissed } from './all-answers.js';
import { dumpOfRelease, fillOf, releases } from './releases.js';

describe.each(releases)('a database of release %s, after the upgrade', (version) => {
  let upgraded: TestService;
  let fresh: TestService;
  const schemas = { upgraded: [''], fresh: [''] };

  beforeAll(async () => {
    const stores = { upgraded: await createStore('template1'), fresh: await createStore(inject('migrated')) };
    const dump = await dumpOfRelease(version);
    await withClient(stores.upgraded.url, (client) => client.query(dump));
    await migrate(stores.upgraded.dataSource);
    schemas.upgraded = await catalogOf(stores.upgraded.dataSource);
    schemas.fresh = await catalogOf(stores.fresh.dataSource);
    upgraded = await TestService.start({}, stores.upgraded);
    fresh = await TestService.start({}, stores.fresh);
    const fill = await fillOf(version);
    await fill(fresh);
  });

  afterAll(async () => {
    await upgraded.stop();
    await fresh.stop();
  });

  it('has the schema of a fresh one', () => {
    expect(schemas.upgraded).toEqual(schemas.fresh);
  });

  it('gives the answers of a fresh one with the same rows, and numbers new rows behind them', async () => {
    for (const service of [upgraded, fresh]) await createAgent(service, 12, 'After Upgrade');
    expect(pathsMissed(fresh, await allAnswers(fresh))).toEqual([]);
    // Changes are shown when no older transaction runs, in any database of the server.
    const differing = async () => {
      const [answers, others] = [await allAnswers(fresh), await allAnswers(upgraded)];
      const paths = new Set([...answers.keys(), ...others.keys()]);
      return [...paths].filter((path) => answers.get(path) !== others.get(path));
    };
    await expect.poll(differing).toEqual([]);
  });
});
