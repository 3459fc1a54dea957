import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Files of others, beside the checkout in which the project is developed. They are not part of it. */
export class SharedFile {
  readonly path: string;

  constructor(readonly name: string) {
    this.path = resolve(import.meta.dirname, '../../../..', name);
  }

  get isMissing(): boolean {
    return !existsSync(this.path);
  }

  /** Why tests that need the file are skipped, as the end of a test name; empty if they run. */
  get why(): string {
    return this.isMissing ? ` (left out: needs ${this.name} beside the checkout)` : '';
  }
}

export const SUBURBS = new SharedFile('shared/data/suburbs.csv');
export const SAMPLES = new SharedFile('shared/data/reaxml');
export const SPECIFICATION = new SharedFile('shared/interface-specification.md');

/** A sample of REAXML. */
export const sample = (name: string): Buffer => readFileSync(join(SAMPLES.path, `REA-${name}.xml`));
