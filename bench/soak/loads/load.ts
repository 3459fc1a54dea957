import { setTimeout as sleep } from 'node:timers/promises';
import type { Keys } from '../../servers/service.js';
import type { Caller } from '../caller.js';

/** Repeats a turn until the run is over, with a pause after each. A turn that throws is a fault, and the next one comes. */
export async function repeat(
  caller: Caller,
  over: AbortSignal,
  pauseMs: number,
  turn: (count: number) => Promise<unknown>,
): Promise<void> {
  for (let count = 0; !over.aborted; count++) {
    await turn(count).catch((error: unknown) => caller.faults.add('error', String(error)));
    await sleep(pauseMs, undefined, { signal: over }).catch(() => undefined);
  }
}

/** An account of a load, with its keys. */
export interface SoakAccount {
  readonly websiteID: number;
  readonly keys: Keys;
}

/** @throws Error when it is not created */
export async function createAccount(caller: Caller, name: string): Promise<SoakAccount> {
  const body = { name, link: `https://www.${name.toLowerCase().replaceAll(' ', '-')}.example` };
  const answer = await caller.call(0, 'POST', '/api/v1/accounts', { body });
  if (!answer || answer.status >= 300) throw new Error(`The account ${name} was not created`);
  const { account } = answer.json<{ account: { websiteID: number; accessKey: string; secretKey: string } }>();
  return {
    websiteID: account.websiteID,
    keys: { 'x-access-key': account.accessKey, 'x-secret-key': account.secretKey },
  };
}
