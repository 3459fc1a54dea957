import type { FeedElement, FeedEntry, FeedNote, FeedListingType } from '../feed.types.js';
import { NoteList } from '../note-list.js';
import type { ReadValue } from '../values/numbers.js';
import { ChangesDraft } from '../items/merge-by-id.js';
import { LIST_NAMES, type ListName } from '../items/listing-lists.js';
import { valueAt, type FeedAgent, type FeedItems, type LocalTimes } from './listing-patch.js';

type Tree = Record<string, unknown>;

/** The patch of an entry while it is read: each element sets its fields and adds notes. */
export class Draft {
  readonly patch: Tree = {};
  readonly times: LocalTimes = {};
  readonly agents = new ChangesDraft<FeedAgent>();
  private readonly lists = new Map<ListName, ChangesDraft>();
  /** The first price with words around it. */
  priceWords?: { readonly words: string; readonly isAmount: boolean; readonly element: FeedElement };
  private readonly list: NoteList;
  /** Path of each field set, and the element that it came from, alternating. */
  private readonly sources: [path: string, element: FeedElement][] = [];

  constructor(
    readonly entry: FeedEntry,
    readonly listingType: FeedListingType,
  ) {
    this.list = new NoteList(entry.notes);
  }

  /** Sets a field of the patch by its path, such as `price.value`. */
  put(path: string, value: unknown, element = this.entry.element): void {
    const above = path.split('.');
    const name = above.pop() ?? '';
    let tree = this.patch;
    for (const step of above) tree = (tree[step] ??= {}) as Tree; // only objects stand above fields
    tree[name] = value;
    this.sources.push([path, element]);
    for (const list of this.lists.keys()) if (`${list}.`.startsWith(`${path}.`)) this.lists.delete(list);
  }

  /** The changes of a list by the ids of its items. Setting the list as a whole afterwards discards them. */
  changesOf(list: ListName, element: FeedElement): ChangesDraft {
    let changes = this.lists.get(list);
    if (!changes) this.lists.set(list, (changes = new ChangesDraft()));
    this.sources.push([list, element]);
    return changes;
  }

  changedLists(): IterableIterator<[ListName, ChangesDraft]> {
    return this.lists.entries();
  }

  items(): FeedItems {
    const changes = LIST_NAMES.map((list) => [list, this.lists.get(list)?.toChanges()] as const);
    return Object.fromEntries(changes.filter(([, made]) => made));
  }

  /** The value of a field so far. */
  valueAt(path: string): unknown {
    return valueAt(this.patch, path);
  }

  /** Sets a field that is not set yet. */
  putUnlessThere(path: string, value: unknown, element: FeedElement): void {
    if (!this.sources.some(([earlier]) => earlier === path)) this.put(path, value, element);
  }

  /** Sets a field to a value that was read; an unreadable value is noted and the field is not changed. */
  putRead<T>(path: string, read: ReadValue<T>, element: FeedElement): void {
    const value = this.accept(read, element);
    if (value !== undefined) this.put(path, value, element);
  }

  /** The value that was read; undefined, with a note, when it could not be read. */
  accept<T>(read: ReadValue<T>, element: FeedElement): T | undefined {
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

  /** The element that a path of the patch came from; the entry's own element as fallback. */
  sourceOf(path: string): FeedElement {
    for (let at = path; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['), 0))) {
      const found = this.sources.findLast(([source]) => source === at);
      if (found) return found[1];
    }
    return this.entry.element;
  }

  notes(): FeedNote[] {
    return this.list.toArray();
  }
}
