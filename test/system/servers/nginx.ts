import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { HttpsSite } from '../support/https-site.js';

const RECIPE = resolve(import.meta.dirname, '../../../ops/nginx/agency-directory.conf');

/** Debian's nginx as installed, with its default site and the recipe of `ops/nginx`, at other ports and folders. */
export class Nginx {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    readonly site: HttpsSite,
  ) {}

  /**
   * @param instances the ports of the two instances
   * @param place where the recipe is put below /etc/nginx
   */
  static async start(instances: readonly [number, number], place: string): Promise<Nginx> {
    const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
    const [http, https] = [await freePort(), await freePort()];
    for (const name of ['sites-enabled', 'conf.d', 'log', 'acme', 'temp']) await mkdir(join(folder, name));
    const hasIPv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));
    const here = (text: string) =>
      text
        .replaceAll(/listen \[::\]:(80|443)\b/g, hasIPv6 ? 'listen [::1]:$1' : '# $&')
        .replaceAll(/listen (80|443)\b/g, 'listen 127.0.0.1:$1')
        .replaceAll(/(listen \S+:)80\b/g, `$1${http}`)
        .replaceAll(/(listen \S+:)443\b/g, `$1${https}`)
        .replaceAll('/etc/ssl/agency-directory', join(folder, 'tls'))
        .replaceAll('/var/www/acme', join(folder, 'acme'))
        .replaceAll('/var/log/nginx', join(folder, 'log'))
        .replaceAll('/etc/nginx', folder)
        .replace('/run/nginx.pid', join(folder, 'pid'))
        // Only root may change the user, and only root's processes read this folder.
        .replace('user www-data;', process.getuid?.() === 0 ? 'user root;' : '');
    const copy = async (from: string, to: string) =>
      writeFile(
        join(folder, to),
        here(await readFile(from, 'utf8'))
          .replaceAll('127.0.0.1:3001', `127.0.0.1:${instances[0]}`)
          .replaceAll('127.0.0.1:3002', `127.0.0.1:${instances[1]}`),
      );
    await copy('/etc/nginx/nginx.conf', 'nginx.conf');
    await copy('/etc/nginx/sites-available/default', 'sites-enabled/default');
    await copy(RECIPE, place);
    await cp('/etc/nginx/mime.types', join(folder, 'mime.types'));
    const secured = await HttpsSite.prepare(join(folder, 'tls'), http, https);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const main = (await readFile(join(folder, 'nginx.conf'), 'utf8')).replace(
      'http {',
      `daemon off;\nhttp { ${temporary.map((name) => `${name}_temp_path ${folder}/temp/${name};`).join(' ')}`,
    );
    await writeFile(join(folder, 'nginx.conf'), main);
    const start = join(folder, 'log/start.log');
    const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', start], { stdio: 'ignore' });
    const nginx = new Nginx(child, folder, secured);
    const answers = () =>
      secured.send('/livez').then(
        () => true,
        () => false,
      );
    while (!(await answers())) {
      if (child.exitCode !== null) throw new Error(await readFile(start, 'utf8'));
      await sleep(20);
    }
    return nginx;
  }

  /** The texts of all logs by their file name. */
  async logs(): Promise<Record<string, string>> {
    const log = join(this.folder, 'log');
    const names = await readdir(log);
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(log, name), 'utf8')] as const)),
    );
  }

  /** Puts a file where certbot does: `--webroot-path`. */
  async answerChallenge(name: string, text: string): Promise<void> {
    const folder = join(this.folder, 'acme/.well-known/acme-challenge');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), text);
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await ended;
    await rm(this.folder, { recursive: true });
  }
}
