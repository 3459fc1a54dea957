import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logSettings } from './log-settings.js';
import { misspeltVariables } from './misspelt-variables.js';
import { loadSettings } from './settings.js';

const SECRETS = {
  DATABASE_URL: 'postgres://u:p@db/directory',
  DATABASE_DIRECT_URL: 'postgres://u:p@direct/directory',
  ROOT_ACCESS_KEY: 'an-operator-access-key',
  ROOT_SECRET_KEY: 'an-operator-secret-key',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};
const NAMES = Object.keys(SECRETS) as (keyof typeof SECRETS)[]; // the keys of the object above

let folder: string;
let files: Record<string, string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-files-'));
  for (const name of NAMES) writeFileSync(join(folder, name), `${SECRETS[name]}\n`);
  writeFileSync(join(folder, 'empty'), ' \n');
  files = Object.fromEntries(NAMES.map((name) => [`${name}_FILE`, join(folder, name)]));
});

afterAll(() => rmSync(folder, { recursive: true }));

it('reads every secret from a file', () => {
  expect(loadSettings(files, { hasEmbeddedServer: false })).toEqual(loadSettings(SECRETS));
  expect(misspeltVariables(files)).toEqual([]);
  expect(misspeltVariables({ SECRET_KEY_FILE: 'x' })).toEqual([
    expect.stringMatching(/did you mean SECRETS_KEY_FILE\?$/),
  ]);
  expect(logSettings(files).isForPerson).toBe(false);
});

it.each(NAMES)('refuses %s as both a text and a file', (name) => {
  expect(() => loadSettings({ ...files, [name]: SECRETS[name] })).toThrow(
    new RegExp(`^${name}_FILE: got a path, with ${name} set as well, wanted one of them$`),
  );
});

it.each(NAMES)('reports an unreadable file as a fault of %s_FILE only', (name) => {
  expect(() => loadSettings({ ...files, [`${name}_FILE`]: '/nowhere' }, { hasEmbeddedServer: false })).toThrow(
    new RegExp(`^${name}_FILE: got "/nowhere" \\(ENOENT.*\\), wanted the path of a file that this user can read$`),
  );
  expect(() => loadSettings({ ...files, [`${name}_FILE`]: join(folder, 'empty') })).toThrow(
    new RegExp(`^${name}_FILE: got ".*empty", which is empty, wanted a file with the secret$`),
  );
});

it('does not show the content of a file', () => {
  const file = join(folder, 'short');
  writeFileSync(file, 'hunter2');
  expect(() => loadSettings({ ...files, ROOT_SECRET_KEY_FILE: file })).toThrow(
    /^ROOT_SECRET_KEY: got a text of 7 characters \(not shown\), wanted .*$/,
  );
});
