import { Cleanup } from '../cleanup.js';
import { versionOf } from '../machine.js';
import { AutocannonLoad } from './autocannon-load.js';
import type { Load } from './load.js';
import { WrkLoad } from './wrk-load.js';

/** wrk where it is installed, else autocannon. */
export const findLoad = async (cleanup: Cleanup): Promise<Load> =>
  (await WrkLoad.find(cleanup)) ?? new AutocannonLoad(`autocannon ${versionOf('autocannon')}`);

export const nameOfLoad = (): Promise<string> => Cleanup.around(async (cleanup) => (await findLoad(cleanup)).name);
