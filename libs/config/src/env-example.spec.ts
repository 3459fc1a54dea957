import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { envExample } from '../../../scripts/env-example.js';
import { withPassedOn } from '../../../scripts/compose-variables.js';
import { variables } from './environment.variables.js';
import { SECRET_FILE_NAMES } from './secret-files.js';

it('is the committed .env.example', async () => {
  await expect(envExample()).toMatchFileSnapshot('../../../.env.example');
});

it('lists every variable once, with the file variant of every secret', () => {
  const named = [...envExample().matchAll(/^#(\w+)=/gm)].map(([, name]) => name);
  const names = Object.values(variables).map(({ name }) => name);
  expect(named.filter((name) => !name?.endsWith('_FILE'))).toEqual(names);
  expect(named.filter((name) => name?.endsWith('_FILE'))).toEqual(SECRET_FILE_NAMES);
});

it('is passed on by docker-compose.yml', async () => {
  const compose = readFileSync(resolve(import.meta.dirname, '../../../docker-compose.yml'), 'utf8');
  expect(withPassedOn(compose)).toContain('\n  LOG_LEVEL:\n');
  await expect(withPassedOn(compose)).toMatchFileSnapshot('../../../docker-compose.yml');
});
