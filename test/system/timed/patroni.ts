import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { serverAccount } from '../servers/debian-postgres.js';
import { childrenOf } from '../support/own-server.js';
import { withClient } from '@testing';

const RECIPE = resolve(import.meta.dirname, '../../../ops/patroni');
const SCOPE = 'directory';
const NAMES = ['node-1', 'node-2'] as const;
const PASSWORD = 'patroni';
const WITHIN_MS = 60_000;

type Account = Awaited<ReturnType<typeof serverAccount>>;

/** PostgreSQL under Patroni. */
interface PatroniNode {
  readonly name: (typeof NAMES)[number];
  /** `host:port` of PostgreSQL. */
  readonly address: string;
  /** `host:port` of Patroni's REST API. */
  readonly api: string;
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  patroni?: ChildProcess;
}

/** Two nodes with the recipe of `ops/patroni`, their etcd, and haproxy in front of them. */
export class PatroniCluster {
  private readonly others: ChildProcess[] = [];

  private constructor(
    private readonly folder: string,
    private readonly account: Account,
    private readonly nodes: readonly PatroniNode[],
    /** The address of haproxy. */
    private readonly primary: string,
  ) {}

  static async start(): Promise<PatroniCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'patroni-'));
    const account = await serverAccount();
    await chmod(folder, 0o755);
    if (account) await chown(folder, account.uid, account.gid);
    const etcd = await freeAddress();
    const nodes = await Promise.all(NAMES.map((name) => nodeOf(name, folder, etcd)));
    const cluster = new PatroniCluster(folder, account, nodes, await freeAddress());
    await cluster.writeConfigurations();
    await cluster.startEtcd(etcd);
    // The first node creates the data, and the second one copies it.
    for (const node of nodes) {
      node.patroni = cluster.spawn('patroni', [join(folder, 'patroni.yml')], node.environment);
      await within(async () => (await Promise.all(nodes.map(({ api }) => is(api, 'primary')))).includes(true));
    }
    cluster.others.push(cluster.spawn('/usr/sbin/haproxy', ['-f', join(folder, 'haproxy.cfg')]));
    // haproxy closes connections until it has checked the nodes.
    await within(() =>
      withClient(cluster.adminUrl, (admin) => admin.query('SELECT 1')).then(
        () => true,
        () => false,
      ),
    );
    return cluster;
  }

  /** As superuser, through haproxy. */
  get adminUrl(): string {
    return `postgres://postgres:${PASSWORD}@${this.primary}/postgres`;
  }

  /** Through haproxy. */
  urlOf(role: string, database: string): string {
    return `postgres://${role}:${PASSWORD}@${this.primary}/${database}`;
  }

  /** For each node, whatever its role. */
  urlsOfNodes(role: string, database: string): string[] {
    return this.nodes.map(({ address }) => `postgres://${role}:${PASSWORD}@${address}/${database}`);
  }

  async switchOver(): Promise<void> {
    const [{ environment }] = this.nodes as [PatroniNode]; // two nodes exist
    const args = ['-c', join(this.folder, 'patroni.yml'), 'switchover', SCOPE, '--force'];
    await promisify(execFile)('patronictl', args, { ...this.account, env: environment });
  }

  /** Waits until a primary and a following standby exist. */
  async settled(): Promise<void> {
    await within(async () => {
      const roles = await Promise.all(
        this.nodes.map(({ api }) => Promise.all([is(api, 'primary'), is(api, 'replica')])),
      );
      return roles.some(([primary]) => primary) && roles.some(([, replica]) => replica);
    });
  }

  /**
   * Kills PostgreSQL on the primary, and freezes its Patroni.
   *
   * @returns a function that resumes Patroni, which must not take its former lock again
   */
  async killPrimary(): Promise<() => void> {
    const primaries = await Promise.all(this.nodes.map(({ api }) => is(api, 'primary')));
    const node = this.nodes[primaries.indexOf(true)];
    if (!node) throw new Error('There is no primary');
    node.patroni?.kill('SIGSTOP');
    killServer(node);
    return () => node.patroni?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    for (const child of [...this.nodes.map(({ patroni }) => patroni), ...this.others]) child?.kill('SIGKILL');
    this.nodes.forEach(killServer);
    await rm(this.folder, { recursive: true, maxRetries: 20 });
  }

  private async writeConfigurations(): Promise<void> {
    const [haproxy, patroni] = await Promise.all(
      ['haproxy.cfg', 'patroni.yml'].map((file) => readFile(join(RECIPE, file), 'utf8')),
    );
    const servers = this.nodes.map(({ name, address, api }) => `  server ${name} ${address} port ${portOf(api)}`);
    const before = haproxy?.replace(/^ {2}server .*\n/gm, '').replace('127.0.0.1:5000', this.primary);
    await writeFile(join(this.folder, 'haproxy.cfg'), `${before}${servers.join('\n')}\n`);
    await writeFile(join(this.folder, 'patroni.yml'), patroni?.replace('/var/run/postgresql', this.folder) ?? '');
  }

  private async startEtcd(address: string): Promise<void> {
    const [clients, peers] = [`http://${address}`, `http://${await freeAddress()}`];
    const data = join(this.folder, 'etcd');
    await mkdir(data, { mode: 0o700 });
    if (this.account) await chown(data, this.account.uid, this.account.gid);
    const urls = { 'listen-client-urls': clients, 'advertise-client-urls': clients };
    const ofPeers = {
      'listen-peer-urls': peers,
      'initial-advertise-peer-urls': peers,
      'initial-cluster': `default=${peers}`,
    };
    const options = Object.entries({ 'data-dir': data, 'enable-v2': 'true', ...urls, ...ofPeers });
    this.others.push(
      this.spawn(
        'etcd',
        options.map(([name, value]) => `--${name}=${value}`),
      ),
    );
    await within(() => is(address, 'health'));
  }

  private spawn(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess {
    return spawn(program, args, { cwd: this.folder, env, stdio: 'ignore', ...this.account });
  }
}

async function nodeOf(name: PatroniNode['name'], folder: string, etcd: string): Promise<PatroniNode> {
  const [address, api] = [await freeAddress(), await freeAddress()];
  const dataDir = join(folder, name);
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    PATRONI_NAME: name,
    PATRONI_POSTGRESQL_LISTEN: address,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
    PATRONI_RESTAPI_LISTEN: api,
    PATRONI_RESTAPI_CONNECT_ADDRESS: api,
    PATRONI_ETCD_HOSTS: etcd,
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
  };
  return { name, address, api, dataDir, environment };
}

/** Kills PostgreSQL on a node, if it runs. */
function killServer({ dataDir }: PatroniNode): void {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const postmaster = parseInt(readFileSync(file, 'utf8'), 10);
  for (const pid of [postmaster, ...childrenOf(postmaster)]) killIfThere(pid);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const freeAddress = async () => `127.0.0.1:${await freePort()}`;
const portOf = (address: string) => address.split(':')[1];

/** Whether a health check answers 200. */
const is = (address: string, path: string): Promise<boolean> =>
  fetch(`http://${address}/${path}`).then(
    ({ ok }) => ok,
    () => false,
  );

async function within(holds: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + WITHIN_MS;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`${String(holds)} did not come true`);
    await sleep(50);
  }
}
