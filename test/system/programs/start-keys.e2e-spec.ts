import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { SERVICE } from '../support/bundle.js';
import { Command } from '../support/command.js';
import { specFolder } from '@testing';

const run = promisify(execFile);
/** The quoting works in all of them. */
const SHELLS = ['sh', 'bash'];
const folder = specFolder("keys of o'brien ");

/** Starts the service on the embedded server. Returns its output, and the response to its example. */
async function start(env: Record<string, string> = {}) {
  const service = Command.start(SERVICE, {
    env: { DATA_DIR: folder, DEMO_DATA: 'off', HOST: '127.0.0.1', PORT: '0', DRAIN_SECONDS: '0', ...env },
  });
  const example = await service.printed(/^ {2}(curl .*)$/m);
  const answers = await Promise.all(SHELLS.map((shell) => run(shell, ['-c', example])));
  service.signal('SIGTERM');
  await service.end();
  return { output: service.output, answers: answers.map(({ stdout }) => stdout) };
}

const ANSWER = expect.stringMatching(/^\{.*"total":0/);

it('keys are printed only at the first start, and the example works at every start', { timeout: 180_000 }, async () => {
  const first = await start();
  const [, access = '?', secret = '?'] = /x-access-key: +(\S+)\n +x-secret-key: +(\S+)/.exec(first.output) ?? [];
  expect(JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'))).toMatchObject({
    ROOT_ACCESS_KEY: access,
    ROOT_SECRET_KEY: secret,
  });
  expect((await stat(join(folder, 'curl.conf'))).mode & 0o777).toBe(0o600);
  const second = await start();
  expect(second.output).toContain('curl.conf');
  for (const key of [access, secret]) expect(second.output).not.toContain(key);

  const given = { ROOT_ACCESS_KEY: String.raw`an-"access"\-key`, ROOT_SECRET_KEY: 'another-secret-key' };
  const third = await start(given);
  expect(third.output).not.toContain('another-secret-key');
  expect([first, second, third].flatMap(({ answers }) => answers)).toEqual(Array.from({ length: 6 }, () => ANSWER));
});
