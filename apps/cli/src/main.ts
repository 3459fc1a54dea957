import { loadDotEnv } from '@app/process';
import { runCommandLine } from './command-line.js';
import { interruptible } from './interruption.js';
import { whenUnread } from './unread-output.js';
import { Terminal } from './terminal.js';

loadDotEnv();
process.exitCode = await runCommandLine(process.argv.slice(2), {
  terminal: new Terminal(),
  env: process.env,
  signal: AbortSignal.any([interruptible(), whenUnread([process.stdout, process.stderr])]),
});
// Open handles, such as a connection to a database that hangs, must not delay the exit.
process.exit();
