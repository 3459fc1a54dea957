import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { Command } from '../support/command.js';
import { specFolder } from '@testing';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');

const folder = specFolder('three-readers');
const clone = join(folder, 'clone');
let service: Command;
/** The ports of the service and its metrics. */
let ports: { readonly api: number; readonly metrics: number };
const counts: string[] = [];

/** The setup of a reader of the README: a clone, its packages, and the first command. */
beforeAll(async () => {
  await run('git', ['clone', '--quiet', ROOT, clone]);
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  ports = { api: await freePort(), metrics: await freePort() };
  service = Command.start(['npm', 'start'], {
    cwd: clone,
    env: { PORT: String(ports.api), METRICS_PORT: String(ports.metrics), DRAIN_SECONDS: '0' },
  });
  await service.address();
});

afterAll(async () => {
  service.signal('SIGTERM');
  await service.end();
  console.log(`Commands of each reader, after npm ci && npm start: ${counts.join(', ')}.`);
});

/** The commands of a section, in order; a program is written into the file that its first line names. */
async function commandsOf(heading: string): Promise<string[]> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const section = readme.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  const blocks = [...section.matchAll(/^```(sh|ts)\n(.*?)^```$/gms)].map(([, kind, text = '']) => ({ kind, text }));
  const commands = blocks.flatMap(({ kind, text }) => {
    if (kind === 'sh') return text.trimEnd().split(/(?<!\\)\n/);
    return [`cat > ${/^\/\/ (\S+)/.exec(text)?.[1] ?? ''} <<'END'\n${text}END`];
  });
  counts.push(`${heading.replace('Five minutes for ', '').trim().split('\n')[0] ?? ''} ${commands.length}`);
  return commands.map(here);
}

/** A command with the ports and folders of this test, and without a registry. */
const here = (command: string): string =>
  command
    .replaceAll('localhost:3000', `localhost:${ports.api}`)
    .replaceAll('localhost:9464', `localhost:${ports.metrics}`)
    .replaceAll('/tmp', folder)
    .replace(/npm install (\S+) typescript@6 @types\/node@20/, (_, packed: string) =>
      [
        'npm install --offline',
        packed,
        ...['typescript', '@types/node'].map((name) => `${ROOT}/node_modules/${name}`),
      ].join(' '),
    )
    .replace('newman run', `newman run --env-var baseUrl=http://localhost:${ports.api}`);

const inShell = async (shell: string, commands: readonly string[]): Promise<string> => {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    DIRECTORY_URL: `http://localhost:${ports.api}`,
    // Bash takes a pipe of Node.js for a network connection and reads .bashrc, unless another shell started it.
    SHLVL: '1',
    // npm skips the builds before commands, because `npm start` has built.
    npm_config_ignore_scripts: 'true',
  };
  const { stdout } = await run(shell, ['-e', '-c', commands.join('\n')], {
    cwd: clone,
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
};

describe('after the first command', () => {
  it('a web developer gets responses in any shell, and a page with homes of the demo', async () => {
    const commands = await commandsOf('Five minutes for a web developer');
    const calls = commands.filter((command) => command.startsWith('curl'));
    expect(calls.length).toBeGreaterThanOrEqual(9);
    for (const call of calls) {
      const answer = JSON.parse(await inShell('bash', [`${call} --silent --fail`])) as { data?: unknown[] };
      // A list shown to a reader should not be empty.
      if (answer.data) expect([call, answer.data.length]).not.toEqual([call, 0]);
    }
    // Other shells read the commands alike.
    await run('dash', ['-n', '-c', calls.join('\n')]);
    await inShell(
      'bash',
      commands.filter((command) => !command.startsWith('curl')),
    );
    const page = await readFile(join(folder, 'page/page.html'), 'utf8');
    expect(page).toMatch(/<h1>\d+ homes<\/h1>/);
    const [, picture = ''] = /<img src="([^"]+)"/.exec(page) ?? [];
    const drawn = await fetch(picture);
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/svg+xml')]);
  });

  it('a QA engineer gets a green collection, which leaves no data', async () => {
    const commands = await commandsOf('Five minutes for a QA engineer');
    const total = async () =>
      (
        JSON.parse(
          await inShell('sh', [`curl -s -K .data/curl.conf http://localhost:${ports.api}/api/v1/websites?limit=1`]),
        ) as { total: number }
      ).total;
    const output = await inShell('bash', commands);
    expect(output).toMatch(/assertions │ +\d{2,} │ +0 │/);
    expect(await total()).toBe(12);
  });

  it('an operator gets health, metrics, commands, and the variables of the container file', async () => {
    const commands = await commandsOf('Five minutes for an operator');
    const output = await inShell(
      'bash',
      commands.filter((command) => !command.startsWith('METRICS_PORT')),
    );
    for (const text of ['"status":"ok"', '# TYPE', 'reset']) expect(output).toContain(text);
  });
});
