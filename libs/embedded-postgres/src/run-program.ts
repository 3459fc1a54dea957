import { spawn } from 'node:child_process';
import { EmbeddedServerError } from './embedded-server.error.js';

/** The account that runs the server, if it is not the user of this process. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Runs a command to its end, optionally as another account. It runs in its own process group, which a Ctrl-C in the
 * terminal does not reach, and in the root folder, which every account can access.
 * @returns whether it succeeded, and its output
 * @throws EmbeddedServerError if it cannot be started
 */
export function runProgram(file: string, args: readonly string[], account?: ServerAccount) {
  return new Promise<{ ok: boolean; output: string }>((resolve, reject) => {
    const options = { ...account, cwd: '/', detached: true, env: environment() };
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.on('error', (error) =>
      reject(new EmbeddedServerError(`${file} can't be run: ${error.message}`, { cause: error })),
    );
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
  });
}

/** As `runProgram`, but throws if the command fails. @returns its output */
export async function runOrThrow(file: string, args: readonly string[], account?: ServerAccount): Promise<string> {
  const { ok, output } = await runProgram(file, args, account);
  if (!ok) throw new EmbeddedServerError(`${file} failed:\n${output}`);
  return output;
}

/** English messages, without variables that would redirect PostgreSQL's programs to another port or folder. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(own), LC_ALL: 'C' };
}
