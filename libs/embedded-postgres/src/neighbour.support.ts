import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { EmbeddedServerOptions } from './embedded-server.js';

/** Vite transforms the TypeScript, which Node 20 cannot run. */
const SCRIPT = `
  import { runnerImport } from 'vite';
  const { module } = await runnerImport(process.argv[1], { resolve: { tsconfigPaths: true } });
  const server = await module.startEmbeddedServer(JSON.parse(process.argv[2]));
  process.stdout.write(server.url);
  process.stdin.resume().on('end', async () => { await server.stop(); process.exit(); });`;

/** Another process that uses the embedded server, for tests. */
export class Neighbour {
  private constructor(
    private readonly child: ChildProcess,
    /** The URL that it received. */
    readonly url: string,
  ) {}

  static async start(options: EmbeddedServerOptions): Promise<Neighbour> {
    const module = fileURLToPath(new URL('./embedded-server.ts', import.meta.url));
    const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT, module, JSON.stringify(options)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const failed = once(child, 'exit').then(() => Promise.reject(new Error('The other process has failed')));
    // It also rejects after a normal exit, when nothing awaits it any more.
    failed.catch(() => undefined);
    const [url] = await Promise.race([once(child.stdout, 'data'), failed]);
    return new Neighbour(child, String(url));
  }

  /** Makes it end its use of the server and exit. */
  async leave(): Promise<void> {
    await this.end(() => this.child.stdin?.end());
  }

  /** Kills it, so that it cannot clean up. */
  async kill(): Promise<void> {
    await this.end(() => this.child.kill('SIGKILL'));
  }

  private async end(how: () => unknown): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    how();
    await exit;
  }
}
