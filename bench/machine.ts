import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './places.js';
import type { Results } from './run/results.js';

const PACKAGES = ['@nestjs/core', 'express', 'typeorm', 'pg'];

/** What it ran on. */
export function machine(): Results['machine'] {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGB: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release()}`,
  };
}

/** What it ran with. */
export function versions(postgres: string): Record<string, string> {
  const installed = PACKAGES.map((name) => [name, versionOf(name)] as const);
  return { node: process.versions.node, postgresql: postgres, ...Object.fromEntries(installed) };
}

export function versionOf(name: string): string {
  const text = readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version; // every package has one
}
