import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { Command } from '../support/command.js';

const ROOT = resolve(import.meta.dirname, '../../..');

/** A block of a page: a program whose first line names its file, or commands. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** The blocks of a page, in order. */
export const blocksOf = (page: string): Block[] =>
  [...page.matchAll(/^```(sh|js)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({ language, text }));

/** Executes a guide, block by block, with the ports and folders of a test, and without a registry. */
export class Guide {
  private cwd = ROOT;

  /**
   * @param folder instead of /tmp
   * @param directory instead of http://localhost:3000
   * @param env the variables of the commands
   */
  constructor(
    private readonly folder: string,
    private readonly directory: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Executes a block. @returns the page of the site that it starts, or the output of its commands */
  async follow({ language, text }: Block): Promise<string> {
    if (language === 'js') return this.write(text);
    if (text.trim() === 'node site.js') return this.open();
    const commands = this.here(text).replace(
      / hono@\d+ @hono\/node-server@\d+/,
      ['hono', '@hono/node-server'].map((name) => ` ${ROOT}/node_modules/${name}`).join('') + ' --offline',
    );
    const { stdout } = await promisify(execFile)('bash', ['-e', '-c', commands], { cwd: this.cwd, env: this.env });
    if (text.includes('cd /tmp/site')) this.cwd = join(this.folder, 'site');
    return stdout;
  }

  private async write(program: string): Promise<string> {
    const [, name = ''] = /^\/\/ (\S+)/.exec(program) ?? [];
    await mkdir(this.cwd, { recursive: true });
    await writeFile(join(this.cwd, name), this.here(program).replace('port: 4000', `port: ${await freePort()}`));
    return name;
  }

  /** Starts the site, and opens the printed address. */
  private async open(): Promise<string> {
    const site = Command.start(['node', 'site.js'], { cwd: this.cwd });
    const page = await (await fetch(await site.printed(/^(http:\S+)/m))).text();
    site.signalAll('SIGTERM');
    await site.end();
    return page;
  }

  private here = (text: string): string =>
    text.replaceAll('/tmp', this.folder).replaceAll('http://localhost:3000', this.directory);
}
