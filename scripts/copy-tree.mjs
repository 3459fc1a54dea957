// Copies the working tree to a temporary folder, so that files can be changed and tested there.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const NOT_COPIED = new Set(['node_modules', 'dist', '.git', '.data', '.env', 'coverage']);

/** Makes a copy. It shares the installed packages with the original, but has its own build output and caches. */
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
