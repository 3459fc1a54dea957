import { setTimeout } from 'node:timers/promises';

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

/** Writes to be done one after another: each is prepared when it is iterated, and executed when it is called. */
export type Saves = Iterable<() => Promise<void>>;

/** By then the database has received the statement and is processing it. */
const SENT_MS = 1;

/** Executes writes one after another; each is prepared while the database processes the one before. */
export async function saveInTurn(saves: Saves): Promise<void> {
  const making = saves[Symbol.iterator]();
  let made = making.next();
  while (!made.done) {
    const next = setTimeout(SENT_MS).then(() => making.next());
    [made] = await Promise.all([next, made.value()]);
  }
}
