import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { problems } from '@app/http';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDemoStore, operator, specFolder, specService } from '@testing';

const page = await readFile(resolve(import.meta.dirname, '../../../docs/TESTING.md'), 'utf8');

/** Errors that no single request provokes. */
const NOT_BY_CLIENTS = ['TOO_MANY_SEARCHES', 'IDEMPOTENCY_KEY_IN_USE', 'INTERNAL_ERROR', 'UNAVAILABLE'];

const rows = [...page.matchAll(/^\| (\d{3})\s*\| `([A-Z_]+)`\s*\| (.*?)\s*\|$/gm)].map(
  ([, status, code = '', cell = '']) => ({
    status: Number(status),
    code,
    command: /^`(.*)`$/.exec(cell)?.[1],
  }),
);
const preparation = /```sh\n(API=.*?)```/s.exec(page)?.[1] ?? '';

const folder = specFolder('testing');
const service = specService(
  { bodySeconds: 7, hooks: 'on', rateLimit: { requests: 6_000, seconds: 60 } },
  createDemoStore,
);

beforeAll(async () => {
  const { accessKey, secretKey } = operator;
  await writeFile(
    join(folder, 'curl.conf'),
    `header = "x-access-key: ${accessKey}"\nheader = "x-secret-key: ${secretKey}"\n`,
  );
});

/** The output of commands, after the preparation of the page. */
async function printed(commands: string): Promise<string> {
  const here = preparation
    .replace(/^API=.*/m, `API=${service.address}`)
    .replace(/^KEYS=.*/m, `KEYS=${folder}/curl.conf`);
  // Background commands end by themselves.
  const { stdout } = spawn('bash', ['-c', `${here}\n${commands}`], { stdio: ['ignore', 'pipe', 'ignore'] });
  return text(stdout);
}

describe('the table of errors', () => {
  it('has every error of the service', () => {
    const all = Object.values(problems).map(({ status, code }) => ({ status, code }));
    const byCode = (one: { code: string }, other: { code: string }) => one.code.localeCompare(other.code);
    expect(rows.map(({ status, code }) => ({ status, code })).toSorted(byCode)).toEqual(all.toSorted(byCode));
    expect(rows.filter(({ command }) => !command).map(({ code }) => code)).toEqual(NOT_BY_CLIENTS);
  });

  it.concurrent.each(rows.filter(({ command }) => command !== undefined))(
    '$code is the response to its request',
    async ({ status, code, command = '' }) => {
      // The last of several responses is the refusal; of streams, any is.
      const refusals = (await printed(command)).match(/\{"type".*?"status":\d+.*?\}/g) ?? [];
      const found = refusals.map((one) => ({
        status: /"status":(\d+)/.exec(one)?.[1],
        code: /"code":"(\w+)"/.exec(one)?.[1],
      }));
      expect(found).toContainEqual({ status: String(status), code });
    },
  );
});
