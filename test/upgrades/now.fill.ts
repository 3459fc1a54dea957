import type { TestService } from '@testing';
import { fill as fillRelease } from './1.0.0.fill.js';

/** Rows for every table: those of the last release, and of the tables created since. */
export async function fill(service: TestService): Promise<void> {
  await fillRelease(service);
}
