import { setTimeout } from 'node:timers/promises';

/** Something to be written: makes what is sent, and gives how it is sent. */
export type Save = () => () => Promise<void>;

/** By then the store has got what it was sent, and is busy with it. */
const SENT_MS = 1;

/** Writes one after the other; each is made while the store is busy with the one before. */
export async function saveInTurn([first, ...others]: readonly Save[]): Promise<void> {
  let send = first?.();
  for (const save of [...others, undefined]) {
    const made = setTimeout(SENT_MS).then(() => save?.());
    [send] = await Promise.all([made, send?.()]);
  }
}
