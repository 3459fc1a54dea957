import { createStore, seedStore, startedTemplate, type Template, type TestStore, walkSeed } from '@testing';
import { inject } from 'vitest';
import type { World } from './lines.js';
import { makeWorld } from './world.js';

/** The directory of random tests. All spec files of a run have the same one. */
export const runWorld = (): World => makeWorld(walkSeed, inject('now'));

const worldTemplate: Template = {
  name: 'world',
  from: startedTemplate,
  fill: ({ dataSource }) => seedStore(dataSource, { ...runWorld() }),
};

/** A database with the directory of `runWorld`, imported once in each run. */
export const createWorldStore = (): Promise<TestStore> => createStore(worldTemplate);
