import type { ClassKey } from '../classes/request-class.js';
import type { DatabaseServer } from '../directory/database-server.js';
import type { Progress } from '../progress.js';
import type { OtherCommit } from './other-commit.js';
import type { StateKind } from './states.js';
import type { TargetName } from './target.js';

/** What is measured on a directory. */
export interface Plan {
  readonly listings: number;
  readonly classes: readonly ClassKey[];
  readonly targets: readonly TargetName[];
  readonly states: readonly StateKind[];
  /** Commits a second, for each time that classes are measured while written to. */
  readonly commits: readonly number[];
  /** How many listings are changed for the state `changed`. */
  readonly changes: number;
  readonly seconds: number;
  readonly rounds: number;
  /** The other commit, and its own or the same database. */
  readonly against?: { readonly commit: OtherCommit; readonly url: string };
}

/** What a run has, whatever is measured. */
export interface Surroundings {
  readonly server: DatabaseServer;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}
