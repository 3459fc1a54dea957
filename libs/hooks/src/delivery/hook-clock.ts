import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** The time and the chance of deliveries; tests have their own. */
@Injectable()
export class HookClock {
  /** From the end of a round of the worker to the next one. */
  tickMs = 1_000;
  /** A request that takes longer gives its turn to another one, so that dead endpoints do not hold up the others. */
  promptMs = 250;

  now(): Date {
    return new Date();
  }

  /** From 0 to 1. */
  chance(): number {
    return Math.random();
  }

  /** Waits for the next round of the worker, or until it stops. */
  async rest(signal: AbortSignal): Promise<void> {
    await sleep(this.tickMs, undefined, { signal }).catch(() => undefined);
  }
}
