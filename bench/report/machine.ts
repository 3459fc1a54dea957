import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../places.js';

const PACKAGES = ['@nestjs/core', 'express', 'typeorm', 'pg', 'autocannon'];

export function machine(): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cores.length} cores of ${cores[0]?.model.trim()}, ${memory} GB, ${type()} ${release()}`;
}

export function versions(postgres: string): string {
  const installed = PACKAGES.map((name) => `${name} ${versionOf(name)}`);
  return [`node ${process.versions.node}`, `PostgreSQL ${postgres}`, ...installed].join(', ');
}

function versionOf(name: string): string {
  const text = readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version; // every package has one
}
