import { Injectable } from '@nestjs/common';

/** The time and the chance of deliveries; tests have their own. */
@Injectable()
export class HookClock {
  /** From the end of a round of the worker to the next one. */
  tickMs = 1_000;

  now(): Date {
    return new Date();
  }

  /** From 0 to 1. */
  chance(): number {
    return Math.random();
  }
}
