import { createStore, seedStore, startedTemplate, type Template, type TestStore, walkSeed } from '@testing';
import { inject } from 'vitest';
import type { DatedListing, World } from './lines.js';
import { priceOf } from './listings.values.js';
import { makeWorld } from './world.js';

/** The directory of random tests. All spec files of a run have the same one. */
export const runWorld = (): World => {
  const world = makeWorld(walkSeed, inject('now'));
  const isPriced = (listing: DatedListing) => priceOf(listing) !== undefined && listing.price?.display !== false;
  const priced = world.listings.filter((listing) => listing.status === 'current' && isPriced(listing));
  return { ...world, reduced: new Set(priced.map(({ id }) => id).filter((id) => id % 3 === 0)) };
};

async function fillWorld({ dataSource }: TestStore): Promise<void> {
  const { reduced = new Set(), ...world } = runWorld();
  await seedStore(dataSource, { ...world });
  for (const by of [1, -1])
    await dataSource.query(`BEGIN; SET LOCAL directory.untraced = on;
      UPDATE listings SET price = price + ${by} WHERE id IN (${[...reduced].join(', ')}); COMMIT`);
}

const worldTemplate: Template = {
  name: 'world',
  from: startedTemplate,
  fill: fillWorld,
};

/** A database with the directory of `runWorld`, imported once in each run. */
export const createWorldStore = (): Promise<TestStore> => createStore(worldTemplate);
