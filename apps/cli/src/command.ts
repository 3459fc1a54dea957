import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { InvalidArgumentError } from 'commander';
import type { Terminal } from './terminal.js';

/** Parses the websiteID of an account given as an option. */
export function accountNumber(text: string): number {
  const id = Number(text);
  if (/^\d+$/.test(text) && id >= 1 && id <= 2_147_483_647) return id;
  throw new InvalidArgumentError('Expected: the websiteID of an account.');
}

/** The exit codes of a command. */
export const ExitCode = {
  ok: 0,
  /** Some lines or listings were bad; the others are imported. */
  someBad: 1,
  /** Nothing was done, or not everything that was requested. */
  failed: 2,
  /** Nobody reads the output any more, as in `hooks list | head`: the code of a command that SIGPIPE ended. */
  unread: 141,
} as const;

/** What a command works on. */
export type Needs =
  /** The database as it is. */
  | 'database'
  /** The database after pending migrations. */
  | 'directory'
  /** The migrated database, and the keys that the secrets of accounts are sealed with. */
  | 'secrets';

/** What a command has when it runs. */
interface Running {
  /** A service of its modules. */
  readonly get: INestApplicationContext['get'];
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** What a command does. */
export interface Work {
  /** The modules of the services that it uses. */
  readonly imports: readonly (Type | DynamicModule)[];
  /** @returns the exit code */
  run(running: Running): Promise<number>;
}

/**
 * Runs what a command loads when it is called, and keeps its exit code.
 *
 * @param isService whether a supervisor keeps it running: then its start waits for the database, and its output is a log
 */
export type RunCommand = (needs: Needs, load: () => Promise<Work>, isService?: boolean) => Promise<void>;

/** The process that a command runs in. */
export interface CommandProcess {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when the command must end. */
  readonly signal: AbortSignal;
  /** Lets a command that runs for ever outlast a full disk under its output. */
  readonly loseLines?: () => void;
}
