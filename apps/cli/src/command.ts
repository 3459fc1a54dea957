import type { DynamicModule, Type } from '@nestjs/common';
import type { Terminal } from './terminal.js';

/** What a command works on. */
export type Needs =
  /** The database as it is. */
  | 'database'
  /** The database after pending migrations. */
  | 'directory'
  /** The same, and the keys that the secrets of accounts are sealed with. */
  | 'secrets';

/** A command: a class whose services the container injects. */
export interface Command<Input> {
  /** @returns the exit code */
  run(input: Input, signal: AbortSignal): Promise<number>;
}

/** The class of a command, with what has to be there before it is made. */
export interface CommandType<Input> extends Type<Command<Input>> {
  readonly needs: Needs;
  /** Whether a supervisor keeps it running: then its start waits for the database, and its output is a log. */
  readonly isService?: boolean;
  /** The modules of the services that it uses. */
  readonly imports: readonly (Type | DynamicModule)[];
}

/** Runs a command on what the command line says, and keeps its exit code. */
export type RunCommand = <Input>(type: CommandType<Input>, input: Input) => Promise<void>;

/** The process that a command runs in. */
export interface CommandProcess {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when the command must end. */
  readonly signal: AbortSignal;
  /** Lets a command that runs for ever outlast a full disk under its output. */
  readonly loseLines?: () => void;
}
