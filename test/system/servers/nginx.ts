import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';

const RECIPE = resolve(import.meta.dirname, '../../../ops/nginx/agency-directory.conf');

/** nginx with the recipe of `ops/nginx`, in front of instances at other ports. */
export class Nginx {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    readonly url: string,
  ) {}

  /** @param ports of the two instances */
  static async start(ports: readonly [number, number]): Promise<Nginx> {
    const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
    const port = await freePort();
    const recipe = (await readFile(RECIPE, 'utf8'))
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${ports[1]}`);
    await writeFile(join(folder, 'site.conf'), recipe);
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const main = `${user} worker_processes 2; daemon off; pid ${folder}/pid; events {}
http { access_log off; ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} include ${folder}/site.conf; }`;
    await writeFile(join(folder, 'nginx.conf'), main);
    const log = join(folder, 'error.log');
    const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', log], { stdio: 'ignore' });
    const nginx = new Nginx(child, folder, `http://127.0.0.1:${port}`);
    const answers = () =>
      fetch(`${nginx.url}/livez`).then(
        ({ status }) => status === 404,
        () => false,
      );
    while (!(await answers())) {
      if (child.exitCode !== null) throw new Error(await readFile(log, 'utf8'));
      await sleep(20);
    }
    return nginx;
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await ended;
    await rm(this.folder, { recursive: true });
  }
}
