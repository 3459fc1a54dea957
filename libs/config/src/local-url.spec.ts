import { expect, it } from 'vitest';
import { localUrl } from './local-url.js';

it.each([
  ['http://0.0.0.0:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', 'http://localhost:3000'],
  ['http://[::]:9464/metrics', 'http://localhost:9464/metrics'],
  ['http://[::1]:3000', 'http://localhost:3000'],
  ['http://[::12]:3000', 'http://[::12]:3000'],
  ['http://10.0.0.7:3000', 'http://10.0.0.7:3000'],
  ['http://directory.example:3000', 'http://directory.example:3000'],
])('%s is shown as %s', (url, shown) => {
  expect(localUrl(url)).toBe(shown);
});
