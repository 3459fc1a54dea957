/** In which states a class is measured. */
export const STATE_KINDS = ['never', 'again', 'written', 'changed'] as const;
export type StateKind = (typeof STATE_KINDS)[number];

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
  const all: State[] = [{ kind: 'never', commits: 0 }, { kind: 'again', commits: 0 }, ...written];
  return all.filter(({ kind }) => kinds.includes(kind));
}

export const CHANGED: State = { kind: 'changed', commits: 0 };

/** Whether something is written to the directory, before or meanwhile. */
export const isWriting = (kind: StateKind): boolean => kind === 'written' || kind === 'changed';

/** Whether requests are those that were never asked. */
export const isFresh = ({ kind }: State): boolean => kind === 'never' || kind === 'changed';
