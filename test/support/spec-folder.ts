import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * A folder that is removed after the spec file. If root runs the tests, the account of an embedded server may enter it.
 */
export function specFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
