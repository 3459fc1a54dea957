import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '@testing';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';

const VERSIONS = '/usr/lib/postgresql';
/** The version in Debian 12. */
const OLDEST = 15;
const PROGRAMS = ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore', 'pg_basebackup', 'psql'];
const OWNER = 'directory';

/** The programs of Debian's PostgreSQL, because the embedded one contains no pg_dump. Undefined: they are not installed. */
export const debianPostgres: string | undefined = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
  .filter((version) => Number(version) >= OLDEST)
  .map((version) => join(VERSIONS, version, 'bin'))
  .find((bin) => PROGRAMS.every((program) => existsSync(join(bin, program))));

/** A server of Debian's PostgreSQL, with an ordinary role that owns databases. */
export class DebianServer implements AsyncDisposable {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /** @param tuning settings besides the address; the defaults save time and memory */
  static async start(tuning: readonly string[] = ['fsync=off', 'shared_buffers=32MB']): Promise<DebianServer> {
    const folder = await mkdtemp(join(tmpdir(), 'debian-postgres-'));
    await chmod(folder, 0o755);
    const account = await serverAccount();
    if (account) await chown(folder, account.uid, account.gid);
    const server = new DebianServer(folder, await freePort());
    const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
    await server.run('initdb', ['--username=admin', '--auth=trust', '--no-sync', ...locale]);
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...tuning];
    const options = [`-p ${server.port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ');
    await server.run('pg_ctl', ['start', '--wait', '--silent', `--log=${join(folder, 'log')}`, `--options=${options}`]);
    await withClient(server.adminUrl, (client) => client.query(`CREATE ROLE ${OWNER} LOGIN`));
    return server;
  }

  get adminUrl(): string {
    return `postgres://admin@127.0.0.1:${this.port}/postgres`;
  }

  /** The URL of a database, as its plain owner. */
  urlOf(database: string): string {
    return `postgres://${OWNER}@127.0.0.1:${this.port}/${database}`;
  }

  /** Creates an empty database. @returns its URL */
  async create(database: string): Promise<string> {
    await withClient(this.adminUrl, (client) => client.query(`CREATE DATABASE ${database} OWNER ${OWNER}`));
    return this.urlOf(database);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.run('pg_ctl', ['stop', '--wait', '--silent', '--mode=immediate']);
    await rm(this.folder, { recursive: true });
  }

  private async run(program: string, args: readonly string[]): Promise<void> {
    const pgdata = `--pgdata=${join(this.folder, 'cluster')}`;
    const file = join(debianPostgres ?? '', program);
    await promisify(execFile)(file, [...args, pgdata], { cwd: '/', ...(await serverAccount()) });
  }
}

/** The account created by Debian's package: PostgreSQL refuses root. */
export async function serverAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => promisify(execFile)('id', [flag, 'postgres'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}
