import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Time and randomness of deliveries; tests replace it. */
@Injectable()
export class HookClock {
  /** Between two rounds of the worker. */
  tickMs = 1_000;
  /** A longer request no longer counts as prompt, so that dead endpoints do not delay other endpoints. */
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
