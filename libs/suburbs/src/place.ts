import type { SuburbKey } from './reference/suburb-names.js';

/** What an address learns from its suburb. */
export interface Place extends SuburbKey {
  readonly id: number;
  readonly timeZone: string;
  readonly gazetted: boolean;
}
