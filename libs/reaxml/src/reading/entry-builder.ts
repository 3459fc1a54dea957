import { type FeedElement, type FeedEntry, type FeedProblem, type FilePosition, LIMITS } from '../feed.types.js';
import { NoteList } from '../note-list.js';

interface GrowingElement extends FeedElement {
  readonly attributes: Record<string, string>;
  readonly children: GrowingElement[];
  text: string;
}

/** HTML elements that senders put into texts unescaped: their text is added to the surrounding element. */
const INLINE = new Set(['b', 'big', 'br', 'em', 'font', 'i', 'li', 'ol', 'p', 'small', 'span', 'strong', 'u', 'ul']);
const BREAKS = new Set(['br', 'li', 'p']);
/** The vendor's details are private and never stored. */
const PRIVATE = 'vendordetails';

/** Builds the tree of each listing element; a finished tree is handed out by `take` and not kept. */
export class EntryBuilder {
  private entries: FeedEntry[] = [];
  private count = 0;
  private stack: GrowingElement[] = [];
  private notes = new NoteList();
  /** Number of open elements that are skipped or are HTML. */
  private skipping = 0;
  private inlined = 0;
  private elements = 0;
  private length = 0;

  /** The entries completed since the last call. */
  take(): FeedEntry[] {
    const entries = this.entries;
    this.entries = [];
    return entries;
  }

  /** The number of entries completed. */
  get completed(): number {
    return this.count;
  }

  /** Problems found after the last entry. */
  leftOver(): FeedProblem[] {
    const notes = this.stack.length === 0 ? this.notes.toArray() : [];
    return notes.map(({ line, column, problem, done }) => {
      return { kind: 'file-problem', fatal: false, line, column, problem, done };
    });
  }

  open(name: string, attributes: Record<string, string>, { line, column }: FilePosition): void {
    const key = name.toLowerCase();
    const parent = this.stack.at(-1);
    if (this.skipping > 0 || key === PRIVATE) this.skipping += 1;
    else if (this.inlined > 0 || (parent && INLINE.has(key))) {
      this.inlined += 1;
      if (BREAKS.has(key)) this.text('\n');
    } else if (parent && this.isFull(parent)) this.skipping += 1;
    else this.begin({ name, key, attributes, children: [], text: '', line, column }, parent);
  }

  text(text: string): void {
    const element = this.stack.at(-1);
    if (!element || this.skipping > 0) return;
    const room = Math.min(LIMITS.text - element.text.length, LIMITS.entryText - this.length);
    if (text.length > room) this.notes.add(element, element.name, 'a text of more than 1 MB', 'cut');
    const kept = text.length > room ? text.slice(0, Math.max(0, room)).toWellFormed() : text;
    element.text += kept;
    this.length += kept.length;
  }

  close(): void {
    if (this.skipping > 0) this.skipping -= 1;
    else if (this.inlined > 0) this.inlined -= 1;
    else this.finish();
  }

  note(problem: string, done: string, position: FilePosition): void {
    this.notes.add(position, this.stack.at(-1)?.name ?? '', problem, done);
  }

  private isFull(parent: GrowingElement): boolean {
    const most = parent.key === 'images' || parent.key === 'objects' ? LIMITS.images : LIMITS.children;
    const full = parent.children.length >= most;
    if (full) this.notes.add(parent, parent.name, `more than ${most} elements`, 'the others left out');
    else if (this.elements >= LIMITS.entryElements) {
      const entry = this.stack[0]!; // the parent is on the stack
      this.notes.add(entry, entry.name, `more than ${LIMITS.entryElements} elements`, 'the others left out');
      return true;
    }
    return full;
  }

  private begin(element: GrowingElement, parent: GrowingElement | undefined): void {
    this.elements += 1;
    for (const name in element.attributes) this.length += element.attributes[name]?.length ?? 0;
    if (parent) parent.children.push(element);
    this.stack.push(element);
  }

  private finish(): void {
    const element = this.stack.pop();
    if (!element) return;
    element.text = element.children.length > 0 ? element.text.trim() : unindented(element.text).trim();
    if (this.stack.length > 0) return;
    this.count += 1;
    this.entries.push({ kind: 'entry', number: this.count, element, notes: this.notes.toArray() });
    this.notes = new NoteList();
    this.elements = this.length = 0;
  }
}

/** Removes the indentation of pretty-printed lines from a text that starts on a new line. */
function unindented(text: string): string {
  if (!text.startsWith('\n') && !text.startsWith(' ')) return text;
  const indent = /^[ \t]*(\n[ \t]+)/.exec(text)?.[1];
  return indent ? text.replaceAll(indent, '\n') : text;
}
