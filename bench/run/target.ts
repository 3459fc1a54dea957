import type { RequestClass } from '../classes/request-class.js';
import type { Measured } from './statistics.js';

export const CONNECTIONS = 8;
export const WARM_UP_SECONDS = 1;
/** In fewer requests there is no telling how fast something is. */
export const FEWEST = 8;

/** How long a measurement takes, after the warm-up; and what ends it before. */
export interface Span {
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Something that a class can be measured on. */
export interface Target {
  readonly name: TargetName;
  measure(requests: RequestClass, span: Span): Promise<Measured>;
}

/** What is measured in each run. */
export const TARGET_NAMES = ['service', 'floor', 'usual', 'sql'] as const;

/** `against`: the service of another commit. */
export type TargetName = (typeof TARGET_NAMES)[number] | 'against';

/** The requests of one connection: all connections ask the same, none of them at the same time. */
export function rotated<T>(items: readonly T[], connection: number): T[] {
  const start = Math.floor((items.length * connection) / CONNECTIONS);
  return [...items.slice(start), ...items.slice(0, start)];
}
