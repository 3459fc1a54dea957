import type { FeedNote } from './feed.types.js';
import { LIMITS } from './limits.js';

/** The notes of one entry: what is wrong many times is said once, with how often. */
export class NoteList {
  private readonly times = new Map<string, { note: FeedNote; times: number }>();
  private dropped = 0;

  constructor(before: readonly FeedNote[] = []) {
    for (const { element, problem, done } of before) this.add(element, problem, done);
  }

  add(element: string, problem: string, done = 'left out'): void {
    const key = `${element}\u0001${problem}\u0001${done}`;
    const known = this.times.get(key);
    if (known) known.times += 1;
    else if (this.times.size < LIMITS.notes) this.times.set(key, { note: { element, problem, done }, times: 1 });
    else this.dropped += 1;
  }

  toArray(): FeedNote[] {
    const notes = [...this.times.values()].map(({ note, times }) =>
      times === 1 ? note : { ...note, problem: `${note.problem} (${times} times)` },
    );
    if (this.dropped > 0) notes.push({ element: '', problem: `${this.dropped} more problems`, done: 'not listed' });
    return notes;
  }
}
