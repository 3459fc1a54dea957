import { createStore, seedStore, startedTemplate, type Template, type TestStore, walkSeed } from '@testing';
import type { DataSource } from 'typeorm';
import { inject } from 'vitest';
import type { DatedListing, World } from './lines.js';
import { worldHistories } from './world-closings.js';
import { priceOf } from './listings.values.js';
import { makeWorld } from './world.js';

/** The directory of random tests. All spec files of a run have the same one. */
export const runWorld = (): World => {
  const world = makeWorld(walkSeed, inject('now'));
  const isPriced = (listing: DatedListing) => priceOf(listing) !== undefined && listing.price?.display !== false;
  const priced = world.listings.filter((listing) => listing.status === 'current' && isPriced(listing));
  return {
    ...world,
    reduced: new Set(priced.map(({ id }) => id).filter((id) => id % 3 === 0)),
    histories: worldHistories(world.listings, world.now),
  };
};

/** Stores changes of status of the past, and derives sales and leases from them. */
export async function storeHistories(
  dataSource: DataSource,
  histories: NonNullable<World['histories']>,
): Promise<void> {
  const entries = [...histories].flatMap(([id, changes]) => changes.map((change) => ({ id, ...change })));
  await dataSource.query(
    `INSERT INTO listing_history (listing_id, at, kind, before)
     SELECT id, at, 'status', jsonb_build_object('status', was)
     FROM jsonb_to_recordset($1::jsonb) AS entry(id int, at timestamptz, was text)`,
    [JSON.stringify(entries)],
  );
  await dataSource.query('SELECT keep_events($1::int[])', [[...histories.keys()]]);
}

async function fillWorld({ dataSource }: TestStore): Promise<void> {
  const { reduced = new Set(), histories = new Map(), ...world } = runWorld();
  await seedStore(dataSource, { ...world });
  await storeHistories(dataSource, histories);
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
