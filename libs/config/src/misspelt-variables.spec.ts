import { expect, it } from 'vitest';
import { misspeltVariables } from './misspelt-variables.js';

it.each([
  ['RATE_LIMITS', 'RATE_LIMIT'],
  ['DATABASE_POOLSIZE', 'DATABASE_POOL_SIZE'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['log_level', 'LOG_LEVEL'],
  ['Port', 'PORT'],
])('reports %s', (name, meant) => {
  expect(misspeltVariables({ [name]: 'x' })).toEqual([
    `${name}: not a variable of the service, and ignored; did you mean ${meant}?`,
  ]);
});

it('ignores declared variables, distant names, empty values, and a typo beside the correct name', () => {
  expect(misspeltVariables({ PORT: '1', RATE_LIMIT: 'off', DATA_DIR: 'x' })).toEqual([]);
  expect(
    misspeltVariables({ PATH: 'x', POST: 'x', HOME: 'x', HOSTNAME: 'x', HOSTS: 'x', DATABASE_HOST: 'x', PGDATA: 'x' }),
  ).toEqual([]);
  expect(misspeltVariables({ POSTGRES_PASSWORD: 'x', DATABASE_PASSWORD: 'x', RATE_LIMITS: '' })).toEqual([]);
  expect(misspeltVariables({ SECRET_KEY: 'another program', SECRETS_KEY: 'ours' })).toEqual([]);
});
