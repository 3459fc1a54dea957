/** Why a thing was not written. */
export interface Rejection {
  readonly field: string;
  /** Completes the sentence "FIELD ...". */
  readonly reason: string;
  /** A later line of the same file may bring what is missing. */
  readonly early?: boolean;
}

/** What became of a thing that was to be written. `repeated`: the same file had it before, and the first counts. */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'repeated' | Rejection;
