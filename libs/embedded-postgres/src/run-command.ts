import { spawn } from 'node:child_process';
import { EmbeddedServerError } from './embedded-server.error.js';

/** The account that the server runs as, if it is not the user of this process. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** The result of a command. */
export interface CommandResult {
  readonly ok: boolean;
  /** Standard output and standard error, in the order of arrival. */
  readonly output: string;
}

/**
 * Runs a command to its end, as the account if one is given.
 *
 * @throws EmbeddedServerError when it cannot be started
 */
export function runCommand(file: string, args: readonly string[], account?: ServerAccount): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    // A process group of its own, so that a Ctrl-C in the terminal does not reach it; and the root folder, which every
    // account can access.
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

/** Runs a command like `runCommand`; it must succeed. Returns its output. */
export async function runOrThrow(file: string, args: readonly string[], account?: ServerAccount): Promise<string> {
  const { ok, output } = await runCommand(file, args, account);
  if (!ok) throw new EmbeddedServerError(`${file} failed:\n${output}`);
  return output;
}

/** Messages in English, and without the variables that would give PostgreSQL's programs another port or folder. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(own), LC_ALL: 'C' };
}
