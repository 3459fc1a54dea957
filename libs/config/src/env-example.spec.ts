import { expect, it } from 'vitest';
import { envExample } from './env-example.js';
import { variables } from './environment.variables.js';

it('is the committed .env.example', async () => {
  await expect(envExample()).toMatchFileSnapshot('../../../.env.example');
});

it('names every variable once', () => {
  const named = [...envExample().matchAll(/^#(\w+)=/gm)].map(([, name]) => name);
  expect(named).toEqual(Object.values(variables).map(({ name }) => name));
});
