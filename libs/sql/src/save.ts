import { setTimeout } from 'node:timers/promises';

/** What is to be written, one after the other: each is made when it is asked for, and written when it is called. */
export type Saves = Iterable<() => Promise<void>>;

/** By then the store has got what it was sent, and is busy with it. */
const SENT_MS = 1;

/** Writes one after the other; each is made while the store is busy with the one before. */
export async function saveInTurn(saves: Saves): Promise<void> {
  const making = saves[Symbol.iterator]();
  let made = making.next();
  while (!made.done) {
    const next = setTimeout(SENT_MS).then(() => making.next());
    [made] = await Promise.all([next, made.value()]);
  }
}
