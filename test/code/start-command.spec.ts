import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const read = (file: string): string => readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8');

it('npm, production and the container start the service with the same command', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const command = scripts['start:prod'] ?? '';
  expect(command).toBe('exec node --enable-source-maps dist/apps/api/src/main.js');
  expect(scripts['start']).toBe(command);
  const words = /^CMD (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '[]';
  expect(`exec ${(JSON.parse(words) as string[]).join(' ')}`).toBe(command);
});

it('signals to npm end the website', () => {
  const { scripts } = JSON.parse(read('examples/agency-website/package.json')) as { scripts: Record<string, string> };
  expect(scripts).toEqual({ start: 'exec node src/main.js', demo: 'exec node src/demo.js' });
});
