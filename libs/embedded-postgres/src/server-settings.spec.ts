import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { settingsOptions } from './server-settings.js';

it('settings reach the server unchanged through a shell', () => {
  const options = settingsOptions({ port: '5432', cluster_name: `it's "a" $HOME; name` });
  const words = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${options}`]).toString();
  expect(words).toBe(`-c\nport=5432\n-c\ncluster_name=it's "a" $HOME; name\n`);
});
