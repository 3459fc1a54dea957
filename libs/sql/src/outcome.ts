/** Why a record was not written. */
export interface Rejection {
  readonly field: string;
  /** Completes the sentence "FIELD ...". */
  readonly reason: string;
  /** A later line of the same file may provide what is missing. */
  readonly early?: boolean;
}

/** The outcome of writing a record. `repeated`: the same file contained it before, and the first one counts. */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'repeated' | Rejection;
