import type { FeedElement, FeedEntry, FeedNote } from '../feed.types.js';
import { NoteList } from '../note-list.js';
import type { FeedListingType } from '../reading/listing-elements.js';
import type { Reading } from '../values/numbers.js';
import type { FeedAgent, FileSource, LocalTimes } from './listing-patch.js';

type Tree = Record<string, unknown>;

/** The steps of the paths that readers use: the same few for every entry. */
const steps = new Map<string, { readonly above: readonly string[]; readonly name: string }>();

function stepsTo(path: string) {
  let known = steps.get(path);
  if (!known) {
    const names = path.split('.');
    steps.set(path, (known = { above: names.slice(0, -1), name: names.at(-1) ?? '' }));
  }
  return known;
}

/** What was read of an entry so far: each element puts its part, and notes what was wrong. */
export class Draft {
  readonly patch: Tree = {};
  readonly times: LocalTimes = {};
  readonly fileSources: FileSource[] = [];
  agents?: FeedAgent[];
  private readonly list: NoteList;
  /** The path of each leaf of the patch and the element that it came from, in turn. */
  private readonly sources: [path: string, element: FeedElement][] = [];

  constructor(
    private readonly entry: FeedEntry,
    readonly listingType: FeedListingType,
  ) {
    this.list = new NoteList(entry.notes);
  }

  /** Sets a leaf of the patch: `price.value`. */
  put(path: string, value: unknown, element = this.entry.element): void {
    const { above, name } = stepsTo(path);
    let tree = this.patch;
    for (const step of above) tree = (tree[step] ??= {}) as Tree; // only trees stand above leaves
    tree[name] = value;
    this.sources.push([path, element]);
  }

  /** Sets a leaf that nothing has set yet. */
  putUnlessThere(path: string, value: unknown, element: FeedElement): void {
    if (!this.sources.some(([known]) => known === path)) this.put(path, value, element);
  }

  /** Sets a leaf to what was read; what could not be read is noted and left as it was. */
  putRead<T>(path: string, read: Reading<T>, element: FeedElement): void {
    const value = this.accept(read, element);
    if (value !== undefined) this.put(path, value, element);
  }

  /** What was read, or undefined when it was a problem, which is noted. */
  accept<T>(read: Reading<T>, element: FeedElement): T | undefined {
    if ('problem' in read) {
      this.note(element, read.problem);
      return undefined;
    }
    if (read.remark) this.note(element, read.remark, 'kept');
    return read.value;
  }

  note(element: FeedElement, problem: string, done?: string): void {
    this.list.add(element, element.name, problem, done);
  }

  /** The element that a path of the patch came from; that of the entry when it was none. */
  sourceOf(path: string): FeedElement {
    for (let at = path; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['), 0))) {
      const found = this.sources.findLast(([known]) => known === at);
      if (found) return found[1];
    }
    return this.entry.element;
  }

  notes(): FeedNote[] {
    return this.list.toArray();
  }
}
