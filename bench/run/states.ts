/** In which states a class is measured. */
export const STATE_KINDS = ['never', 'warm', 'again', 'written', 'changed'] as const;
export type StateKind = (typeof STATE_KINDS)[number];

/** What is measured unless something else is asked for. */
export const DEFAULT_STATES: readonly StateKind[] = ['never', 'again', 'written', 'changed'];

/** A state, with the commits in each second while it is measured. */
export interface State {
  readonly kind: StateKind;
  readonly commits: number;
}

/** What a state is called in results: `never`, `written-10`. */
export const stateKey = ({ kind, commits }: State): string => (kind === 'written' ? `${kind}-${commits}` : kind);

/**
 * In the order in which they are measured: what was asked again is there when writing begins. `changed` is not among them: it
 * comes after everything else.
 */
export function statesAtRest(kinds: readonly StateKind[], commits: readonly number[]): State[] {
  const written = commits.map((rate): State => ({ kind: 'written', commits: rate }));
  const unwritten = (['never', 'warm', 'again'] as const).map((kind): State => ({ kind, commits: 0 }));
  const all = [...unwritten, ...written];
  return all.filter(({ kind }) => kinds.includes(kind));
}

export const CHANGED: State = { kind: 'changed', commits: 0 };

/** Whether something is written to the directory, before or meanwhile. */
export const isWriting = (kind: StateKind): boolean => kind === 'written' || kind === 'changed';

/** Whether requests are those that were never asked. */
export const isFresh = ({ kind }: State): boolean => kind === 'never' || kind === 'warm' || kind === 'changed';

/** For how long a server is asked before each measurement of `warm`, and of others, in seconds. */
export const WARM_SECONDS = 10;
const OTHER_SECONDS = 0.3;

/** For how long a server is asked before a measurement, at least where requests must not have been asked before, in seconds. */
export const secondsBefore = ({ kind }: State): number => (kind === 'warm' ? WARM_SECONDS : OTHER_SECONDS);
