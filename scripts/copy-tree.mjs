// A copy of the working tree in a temporary folder, whose files can be changed and tested there.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const NOT_COPIED = new Set(['node_modules', 'dist', '.git', '.data', '.env', 'coverage']);

/** Makes a copy. The packages are those of the original; what is built and cached is its own. */
export function copyTree(purpose) {
  const folder = mkdtempSync(join(tmpdir(), `${purpose}-`));
  const path = join(folder, 'tree');
  const isCopied = (file) =>
    !relative(ROOT, file)
      .split('/')
      .some((name) => NOT_COPIED.has(name));
  cpSync(ROOT, path, { recursive: true, filter: isCopied });
  const packages = join(path, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.') || name === '.bin') symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  const shared = resolve(ROOT, '../shared');
  if (existsSync(shared)) symlinkSync(shared, join(folder, 'shared'));
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}
