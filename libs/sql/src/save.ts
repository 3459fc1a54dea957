import { setTimeout } from 'node:timers/promises';

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
