import { migrate } from '@app/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgent, createStore, migratedTemplate, TestService, withClient } from '@testing';
import { catalogOf } from './catalog.js';
import { faultsForFormer } from './additive.js';
import { allAnswers, pathsMissed } from './all-answers.js';
import { dumpOfRelease, fillOf, releases } from './releases.js';

/** What is in the way of nothing that a release does, and why. */
const REVIEWED = new Set([
  // Only functions of the schema called it.
  'public.place_key(name text) is gone',
  // 0.9.0 writes the website of each pair.
  `constraint credentials_operator_check of credentials: CHECK (((website_id IS NOT NULL) OR ((scope = ANY (ARRAY['full'::text, 'read'::text])) AND (label <> ''::text))))`,
  // 0.9.0 leaves the new column empty.
  `index CREATE UNIQUE INDEX agents_unique_listing_agent ON public.agents USING btree (website_id, unique_listing_agent_id) WHERE (unique_listing_agent_id <> ''::text)`,
  // They take the place of those of the slug alone, and refuse less.
  'constraint agents_slug_key of agents: UNIQUE (slug, website_id)',
  'index CREATE UNIQUE INDEX agents_slug_key ON public.agents USING btree (slug, website_id)',
]);

describe.each(releases)('a database of release %s, after the upgrade', (version) => {
  let upgraded: TestService;
  let fresh: TestService;
  const schemas = { released: [''], upgraded: [''], fresh: [''] };

  beforeAll(async () => {
    const stores = { upgraded: await createStore(null), fresh: await createStore(migratedTemplate) };
    const dump = await dumpOfRelease(version);
    await withClient(stores.upgraded.url, (client) => client.query(dump));
    schemas.released = await catalogOf(stores.upgraded.dataSource);
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

  it('still serves that release: it has whatever it reads and writes (ADR 48)', () => {
    const faults = faultsForFormer(schemas.released, schemas.upgraded);
    expect(faults.filter((fault) => !REVIEWED.has(fault))).toEqual([]);
    // The comparison finds what would be in the way of it.
    const column = 'column accounts.name: text NOT NULL, place 3';
    const without = schemas.upgraded.filter((line) => !line.startsWith('column accounts.name:'));
    expect(faultsForFormer(schemas.released, without)).toContain('column accounts.name is gone');
    const strict = [...schemas.upgraded, 'column accounts.motto: text NOT NULL, place 99'];
    expect(faultsForFormer(schemas.released, strict)).toContain('column accounts.motto is new, and has to be given');
    const other = [...without, column.replace('text', 'integer')];
    expect(faultsForFormer(schemas.released, other)).toContain('column accounts.name was text, and is integer');
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
