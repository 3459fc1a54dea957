import { Injectable } from '@nestjs/common';

/** Time and randomness of deliveries; tests replace it. */
@Injectable()
export class HookClock {
  /** Between two rounds of the worker. */
  tickMs = 1_000;
  /** A longer request no longer counts as prompt. */
  promptMs = 250;

  now(): Date {
    return new Date();
  }

  /** From 0 to 1. */
  chance(): number {
    return Math.random();
  }
}
