import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { vi } from 'vitest';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { RULES } from './prometheus.js';

/** Checks the operators' configuration. @throws its output when it finds a fault */
export const amtool = (...args: readonly string[]): string =>
  execFileSync('amtool', args, { cwd: RULES, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** An alert as Alertmanager sends it. */
export interface SentAlert {
  readonly status: 'firing' | 'resolved';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** A running Alertmanager with the operators' configuration, and the receiver of its webhook. */
export class Alertmanager {
  /** The alerts that the receiver has got. */
  readonly received: SentAlert[] = [];

  private constructor(
    private readonly process: ChildProcess,
    private readonly receiver: Server,
    private readonly folder: string,
    /** HOST:PORT */
    readonly address: string,
  ) {}

  static async start(): Promise<Alertmanager> {
    const folder = await mkdtemp(join(tmpdir(), 'alertmanager-'));
    const receiver = createServer().listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo; // it listens on a port
    const config = (await readFile(join(RULES, 'alertmanager.yml'), 'utf8'))
      .replace('https://alerts.example/directory', `http://127.0.0.1:${port}/`)
      .replaceAll(/(group_wait|group_interval): \d+[sm]/g, '$1: 1s');
    await writeFile(join(folder, 'alertmanager.yml'), config);
    const address = `127.0.0.1:${await freePort()}`;
    const args = [
      `--config.file=${join(folder, 'alertmanager.yml')}`,
      `--storage.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--cluster.listen-address=',
      '--log.level=error',
    ];
    const child = spawn('prometheus-alertmanager', args, { stdio: 'ignore' });
    const manager = new Alertmanager(child, receiver, folder, address);
    receiver.on('request', (request, response) => void manager.receive(request, response));
    await vi.waitFor(() => manager.states(), { timeout: 30_000, interval: 100 });
    return manager;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { alerts } = (await json(request)) as { alerts: SentAlert[] }; // documented by Alertmanager
    this.received.push(...alerts);
    response.end();
  }

  /** Adds firing alerts, as Prometheus does. */
  async add(...labels: Readonly<Record<string, string>>[]): Promise<void> {
    const body = JSON.stringify(labels.map((of) => ({ labels: of })));
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`http://${this.address}/api/v2/alerts`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`Alertmanager answers ${status}`);
  }

  /** The firing alerts, as `NAME INSTANCE STATE`. */
  async states(): Promise<string[]> {
    const response = await fetch(`http://${this.address}/api/v2/alerts`);
    const alerts = (await response.json()) as (Pick<SentAlert, 'labels'> & { status: { state: string } })[]; // documented
    return alerts.map(({ labels, status }) => `${labels['alertname']} ${labels['instance']} ${status.state}`);
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
    this.receiver.close();
    this.receiver.closeAllConnections();
    await rm(this.folder, { recursive: true });
  }
}
