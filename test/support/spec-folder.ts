import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder of a spec file, which goes with it. For root the account of an embedded server may get in. */
export function specFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
