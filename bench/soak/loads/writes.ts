import type { Caller } from '../caller.js';
import type { Deliveries } from './deliveries.js';
import { repeat, type SoakAccount } from './load.js';

const PAUSE_MS = 250;
const MOST_AGENTS = 20;

interface Agents {
  readonly total: number;
  readonly data: readonly { readonly id: number; readonly name: string }[];
}

/** Creates, changes and deletes the agents of an account, and reads each write by every process: alone, in the list, in the total. */
export function startWrites(
  caller: Caller,
  { websiteID, keys }: SoakAccount,
  deliveries: Deliveries,
  over: AbortSignal,
): Promise<void> {
  const list = `/api/v1/agents?websiteID=${websiteID}&limit=100`;
  let ids: number[] = [];
  /** After a write that may or may not have happened. */
  const readAgain = async (): Promise<void> => {
    const answer = await caller.call(0, 'GET', list, { keys });
    if (answer) ids = answer.json<Agents>().data.map(({ id }) => id);
    else throw new Error('The agents are not known after a write that failed');
  };
  return repeat(caller, over, PAUSE_MS, async (count) => {
    const name = `Agent ${count}`;
    const names = { name, firstname: 'Agent', lastname: String(count) };
    const process = count % caller.urls.length;
    const created = await caller.call(process, 'POST', '/api/v1/agents', { keys, body: { websiteID, ...names } });
    if (!created) return readAgain();
    const { id } = created.json<{ id: number }>();
    ids.push(id);
    deliveries.expect(id);
    await caller.mustShow<Agents>(
      list,
      ({ total, data }) => total === ids.length && data.some((each) => each.id === id),
      keys,
    );

    const renamed = `Agent ${count} renamed`;
    const path = `/api/v1/agents/${id}`;
    if (!(await caller.call(process + 1, 'PUT', path, { keys, body: { name: renamed } }))) return readAgain();
    await caller.mustShow<{ name: string }>(path, (agent) => agent.name === renamed, keys);
    await caller.mustShow<Agents>(list, ({ data }) => data.some((each) => each.name === renamed), keys);

    const about = `Turn ${count}`;
    const own = `/api/v1/websites/${websiteID}`;
    if (!(await caller.call(process, 'PUT', own, { keys, body: { about } }))) return readAgain();
    await caller.mustShow<{ about: string }>(own, (account) => account.about === about, keys);

    const oldest = ids[0];
    if (ids.length <= MOST_AGENTS || oldest === undefined) return;
    if (!(await caller.call(process, 'DELETE', `/api/v1/agents/${oldest}`, { keys }))) return readAgain();
    ids.shift();
    await caller.mustShow<Agents>(
      list,
      ({ total, data }) => total === ids.length && data.every((each) => each.id !== oldest),
      keys,
    );
  });
}
