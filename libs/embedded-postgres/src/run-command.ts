import { spawn } from 'node:child_process';
import { EmbeddedServerError } from './embedded-server.error.js';

/** Who the server runs as, where that is not the user of this process. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** What became of a command. */
export interface CommandResult {
  readonly ok: boolean;
  /** Standard output and standard error, as they came. */
  readonly output: string;
}

/**
 * Runs a command to its end, as the account if one is given.
 *
 * @throws EmbeddedServerError when it can't be run at all
 */
export function runCommand(file: string, args: readonly string[], account?: ServerAccount): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    // A group of its own keeps a Ctrl-C in the terminal away from it; the root folder is one that every account can be in.
    const child = spawn(file, args, {
      ...account,
      cwd: '/',
      detached: true,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) =>
      reject(new EmbeddedServerError(`${file} can't be run: ${error.message}`, { cause: error })),
    );
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString().trim() }));
  });
}

/** As `runCommand`, but the command has to succeed; answers its output. */
export async function runOrThrow(file: string, args: readonly string[], account?: ServerAccount): Promise<string> {
  const { ok, output } = await runCommand(file, args, account);
  if (!ok) throw new EmbeddedServerError(`${file} failed:\n${output}`);
  return output;
}

/** Plain messages, and none of the variables by which PostgreSQL's programs would take another port or folder. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(own), LC_ALL: 'C' };
}
