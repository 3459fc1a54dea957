import { setTimeout as sleep } from 'node:timers/promises';
import type { SoakDatabase, SoakStandby } from './database.js';
import type { Faults } from './faults.js';

const STANDBY_AWAY_MS = 5_000;

/** Restarts the server twice, and the standby once between; a standby that goes excuses nothing. */
export async function disturb(
  minutes: number,
  { restart }: SoakDatabase,
  standby: SoakStandby,
  { faults, over }: { faults: Faults; over: AbortSignal },
): Promise<void> {
  const at = async (part: number) => {
    const left = minutes * 60_000 * part - faults.now;
    await sleep(Math.max(0, left), undefined, { signal: over }).catch(() => undefined);
  };
  const tell = (what: string) => console.error(`${Math.round(faults.now / 1000)} s: ${what}`);
  for (const part of [0.3, 0.7]) {
    await at(part);
    if (over.aborted) return;
    tell('PostgreSQL restarts');
    await faults.during(restart);
    if (part === 0.7) return;
    await at(0.5);
    if (over.aborted) return;
    tell('the standby stops');
    await standby.stop();
    await sleep(STANDBY_AWAY_MS);
    await standby.start();
    tell('the standby is back');
  }
}
