import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { InvalidArgumentError } from 'commander';
import type { Terminal } from './terminal.js';

/** Parses a websiteID given as an option. */
export function accountNumber(text: string): number {
  const id = Number(text);
  if (/^\d+$/.test(text) && id >= 1 && id <= 2_147_483_647) return id;
  throw new InvalidArgumentError('Expected: the websiteID of an account.');
}

/** The parser of an option with a whole number. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected: a whole number from ${least} to ${most}.`);
  };
}

/** The exit codes of the commands. */
export const ExitCode = {
  ok: 0,
  /** Some lines or listings were invalid; the others are imported. */
  someBad: 1,
  /** Nothing was done, or only a part of the request. */
  failed: 2,
  /**
   * Nobody reads the output any more, as in `hooks list | head`: the code of a command that SIGPIPE ended.
   */
  unread: 141,
} as const;

/** The requirements of a command. */
export type Needs =
  /** The database in its current state. */
  | 'database'
  /** The database after pending migrations. */
  | 'directory'
  /** The migrated database, and the keys that encrypt the secrets of accounts. */
  | 'secrets';

/** The environment of a running command. */
interface Running {
  /** Returns a service of the command's modules. */
  readonly get: INestApplicationContext['get'];
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** The work of a command. */
export interface Work {
  /** The modules with the services that the command uses. */
  readonly imports: readonly (Type | DynamicModule)[];
  /** @returns the exit code */
  run(running: Running): Promise<number>;
}

/**
 * Loads and runs a command, and keeps its exit code.
 *
 * @param isService whether a supervisor keeps the command running: its start waits for the database, and its output is
 * a log
 */
export type RunCommand = (needs: Needs, load: () => Promise<Work>, isService?: boolean) => Promise<void>;

/** The process in which a command runs. */
export interface CommandProcess {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when the command has to end. */
  readonly signal: AbortSignal;
  /** Lets a long-running command continue when the disk under its output is full. */
  readonly loseLines?: () => void;
}
