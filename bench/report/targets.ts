import type { ClassKey } from '../classes/request-class.js';

/** The least that issue 4 asks for: the service's rate over that of the floor. */
export const OVER_FLOOR: Partial<Record<ClassKey, number>> = {
  a: 1.3,
  b: 0.9,
  c: 30,
  d: 20,
  e: 0.9,
  f: 0.9,
  g: 0.9,
  h: 0.9,
  i: 1.1,
  mix: 1.8,
};

/** The same over the usual. */
export const overUsual = (key: ClassKey): number => (key === 'c' || key === 'd' ? 500 : 20);

/** The least that a change may leave of the rate of the commit before it. */
export const OVER_OTHER = 0.97;

/** Resident memory of the service after everything, in MB. */
export const MEMORY_MB = 700;

/** p50 at a million listings over p50 at ten thousand. */
export const GROWTH: Partial<Record<ClassKey, number>> = { a: 1.3, b: 1.3, e: 1.3 };
