import { type FeedNote, type FilePosition, LIMITS } from './feed.types.js';

/** The notes of one entry. A repeated note is kept once, at its first position, with the number of times. */
export class NoteList {
  private readonly times = new Map<string, { note: FeedNote; times: number }>();
  private dropped = 0;
  private firstDropped: FilePosition | undefined;

  constructor(before: readonly FeedNote[] = []) {
    for (const note of before) this.add(note, note.element, note.problem, note.done);
  }

  add({ line, column }: FilePosition, element: string, problem: string, done = 'left out'): void {
    const key = `${element}\u0001${problem}\u0001${done}`;
    const first = this.times.get(key);
    if (first) first.times += 1;
    else if (this.times.size < LIMITS.notes)
      this.times.set(key, { note: { line, column, element, problem, done }, times: 1 });
    else this.drop({ line, column });
  }

  toArray(): FeedNote[] {
    const notes = [...this.times.values()].map(({ note, times }) =>
      times === 1 ? note : { ...note, problem: `${note.problem} (${times} times)` },
    );
    const { dropped, firstDropped } = this;
    if (firstDropped)
      notes.push({ ...firstDropped, element: '', problem: `${dropped} more problems`, done: 'not listed' });
    return notes;
  }

  private drop(position: FilePosition): void {
    this.dropped += 1;
    this.firstDropped ??= position;
  }
}
