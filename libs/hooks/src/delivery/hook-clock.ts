import { Injectable } from '@nestjs/common';

/** Time and randomness of deliveries, replaceable in tests. */
@Injectable()
export class HookClock {
  /** The interval between two rounds of the worker. */
  tickMs = 1_000;
  /** A longer request does not count as prompt. */
  promptMs = 250;

  now(): Date {
    return new Date();
  }

  /** From 0 to 1. */
  chance(): number {
    return Math.random();
  }
}
