/** The states in which a class is measured. */
export const STATE_KINDS = ['never', 'again', 'written', 'changed'] as const;
export type StateKind = (typeof STATE_KINDS)[number];

/** A state, with the commits in each second meanwhile. */
export interface State {
  readonly kind: StateKind;
  readonly commits: number;
}

/** In results: `never`, `written-10`. */
export const stateKey = ({ kind, commits }: State): string => (kind === 'written' ? `${kind}-${commits}` : kind);

/** In the order of measuring: repeated requests are cached when writing begins, and `changed` ends the run. */
export const statesOf = (kinds: readonly StateKind[], commits: readonly number[]): State[] =>
  STATE_KINDS.filter((kind) => kinds.includes(kind)).flatMap((kind) =>
    (kind === 'written' ? commits : [0]).map((rate) => ({ kind, commits: rate })),
  );

export const isWriting = (kind: StateKind): boolean => kind === 'written' || kind === 'changed';

/** Whether each request is new. */
export const isFresh = ({ kind }: State): boolean => kind === 'never' || kind === 'changed';
