import { loadDotEnv } from '@app/process';
import { runCommandLine } from './command-line.js';
import { interruptible } from './interruption.js';
import { OutputStreams } from './unread-output.js';
import { Terminal } from './terminal.js';

loadDotEnv();
const output = new OutputStreams([process.stdout, process.stderr]);
process.exitCode = await runCommandLine(process.argv.slice(2), {
  terminal: new Terminal(),
  env: process.env,
  signal: AbortSignal.any([interruptible(), output.unread]),
  loseLines: () => output.loseLines(),
});
// Open handles, such as a connection to a database that hangs, must not delay the exit.
process.exit();
