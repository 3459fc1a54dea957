import 'reflect-metadata';
import { faultLine } from '@app/process';
import { Command as CommandLine, CommanderError } from 'commander';
import type { RunCommand } from './command.js';
import { DemoCommand } from './demo.command.js';
import { ExitCode } from './exit-code.js';
import { ExportCommand } from './export.command.js';
import { ImportCommand } from './import.command.js';
import { InboxCommand } from './inbox.command.js';
import { MigrateCommand } from './migrate.command.js';
import { RebuildCommand } from './rebuild.command.js';
import { runCommand } from './run-command.js';
import { Terminal } from './terminal.js';

const HELP = `
Commands use the database of the service: DATABASE_URL, else the embedded server in DATA_DIR (.data). They read .env, and
work beside a running service.

Exit code: 0 done, 1 some lines were bad, 2 nothing was done or wrong usage.`;

const terminal = new Terminal();
const program = new CommandLine('directory')
  .description("The operator's command line of the directory service.")
  .addHelpText('after', HELP);
const run: RunCommand = async (type, input) => {
  process.exitCode = await runCommand(type, input, terminal);
};
const commands = [MigrateCommand, ImportCommand, InboxCommand, ExportCommand, RebuildCommand, DemoCommand].map((type) =>
  type.define(run),
);
for (const command of [program, ...commands]) command.exitOverride().showHelpAfterError('See --help.');
for (const command of commands) program.addCommand(command);

try {
  await program.parseAsync();
} catch (error) {
  // Commander has printed its message already.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? ExitCode.ok : ExitCode.failed;
  else {
    terminal.warn(faultLine(error) ?? inOneLine(error));
    process.exitCode = ExitCode.failed;
  }
}
process.exit();

/** The message of an error in one line, without the stack. */
function inOneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s*\n\s*/g, ' ');
}
