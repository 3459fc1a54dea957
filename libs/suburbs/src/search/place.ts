import type { SuburbKey } from '../reference/suburb-names.js';

/** The data that an address gets from its suburb. */
export interface Place extends SuburbKey {
  readonly id: number;
  readonly timeZone: string;
  readonly gazetted: boolean;
  /** Decimal degrees of its centre. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}
