import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { backoffMs, RETRY_MS } from '../../../libs/hooks/src/delivery/endpoint-state.js';
import { hookSecret } from '../../../libs/hooks/src/signing/endpoint-secrets.js';
import { signatureHeaders } from '../../../libs/hooks/src/signing/hook.signer.js';
import { leftOut, missingPrograms } from '../../support/programs.js';
import { specFolder } from '../../support/spec-folder.js';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../../docs/HOOKS.md'), 'utf8');
const folder = specFolder('hooks-page');

/** The program of the page whose first line names the file. */
function program(name: string): string {
  const code = PAGE.split('```').find((block) => block.split('\n')[1]?.includes(name));
  if (!code) throw new Error(`The page has no ${name}`);
  return code.slice(code.indexOf('\n') + 1);
}

function stored(name: string, code: string): string {
  const path = join(folder, name);
  writeFileSync(path, code);
  return path;
}

interface Message {
  readonly secret: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

type Verify = (message: Message) => Promise<boolean> | boolean;

const inTypeScript: Verify = async ({ secret, headers, body }) => {
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const path = stored('verify.mjs', ts.transpile(program('verify.ts'), options));
  const { isGenuine } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
    isGenuine: (...message: [string, Message['headers'], string]) => boolean;
  };
  return isGenuine(secret, headers, body);
};

const inPython: Verify = ({ secret, headers, body }) => {
  stored('verify.py', program('verify.py'));
  const call = `
import json, sys
from verify import is_genuine
asked = json.load(sys.stdin)
print(is_genuine(asked["secret"], asked["headers"], asked["body"].encode()))`;
  const input = JSON.stringify({ secret, headers, body });
  return execFileSync('python3', ['-c', call], { cwd: folder, input }).toString().trim() === 'True';
};

const inShell: Verify = ({ secret, headers, body }) => {
  const path = stored('verify.sh', program('verify.sh'));
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': signatures = '' } = headers;
  const { status, stdout } = spawnSync('sh', [path, secret, id, time, signatures], { input: body });
  const words = stdout.toString().trim();
  expect(status).toBe(words === 'genuine' ? 0 : 1);
  return words === 'genuine';
};

const LANGUAGES: [name: string, verify: Verify, programs: string[]][] = [
  ['TypeScript', inTypeScript, []],
  ['Python', inPython, ['python3']],
  ['shell', inShell, ['sh', 'openssl', 'od']],
];

const KEY = randomBytes(32);
const owner = { websiteID: 12, url: 'https://crm.example/directory', generation: 2 };
const [secret, former] = [hookSecret(KEY, owner), hookSecret(KEY, { ...owner, generation: 1 })];

function message(secrets: string[], at = Date.now()): Message {
  const body = '{"type":"listing-created","data":{"headline":"Bücher & Co\\n%s $HOME `id`"}}';
  return { secret, headers: { ...signatureHeaders({ id: 'msg_1', at: new Date(at), body }, secrets) }, body };
}

describe.each(LANGUAGES)('the verification in %s', (_, verify, programs) => {
  const missing = missingPrograms(...programs);

  it.skipIf(missing.length > 0)(`accepts genuine messages only${leftOut(missing)}`, async () => {
    const genuine = message([secret]);
    const told: [string, Message, boolean][] = [
      ['signed', genuine, true],
      ['signed with two secrets', message([former, secret]), true],
      ['signed with the former secret alone', message([former]), false],
      ['of another body', { ...genuine, body: `${genuine.body} ` }, false],
      ['of another id', { ...genuine, headers: { ...genuine.headers, 'webhook-id': 'msg_2' } }, false],
      ['without a signature', { ...genuine, headers: { ...genuine.headers, 'webhook-signature': '' } }, false],
      ['ten minutes old', message([secret], Date.now() - 600_000), false],
      ['of the future', message([secret], Date.now() + 600_000), false],
    ];
    const found: [string, boolean][] = [];
    for (const [words, one] of told) found.push([words, await verify(one)]);
    expect(found).toEqual(told.map(([words, , expected]) => [words, expected]));
  });
});

it('each program verifies in ten lines', () => {
  for (const name of ['verify.ts', 'verify.py', 'verify.sh']) {
    expect(program(name).trim().split('\n').slice(1).filter(Boolean).length).toBeLessThanOrEqual(10);
  }
});

it('the table of pauses equals the code', () => {
  const UNITS = [
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ] as const;
  const words = (ms: number): string => {
    const [size, unit] = UNITS.find(([length]) => ms >= length) ?? [1, ''];
    return ms === 0 ? '-' : `${ms / size} ${unit}`;
  };
  const [, section = ''] = PAGE.split('\n## Pauses\n');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (\d[^|]*) \| ([^|]*) \| ([^|]*) \|$/gm)];
  const last = rows.length;
  expect(rows.map((cells) => cells.slice(1).map((cell) => cell.trim()))).toEqual(
    rows.map((_, at) => {
      const [failures, wait] = [at + 1, RETRY_MS[at]];
      const pause = wait === undefined ? '' : words(wait);
      return [
        failures === last ? `${failures} and more` : String(failures),
        at === RETRY_MS.length ? 'is not sent again' : pause,
        words(backoffMs(failures)),
      ];
    }),
  );
  // From the last row on, the pause does not grow.
  expect(backoffMs(last - 1)).toBeLessThan(backoffMs(last));
  expect(backoffMs(1_000)).toBe(backoffMs(last));
});
