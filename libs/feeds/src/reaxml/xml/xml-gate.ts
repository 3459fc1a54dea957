import { FeedFault } from '../feed-fault.js';
import { LIMITS } from '../limits.js';
import type { FilteredText } from './character-filter.js';
import { definesEntities, doctypeEnd } from './doctype.js';
import { REFERENCE_LENGTH, referenceAt } from './references.js';

/** Receives the text that passes the gate, and the problems; `at` is the offset of a problem. */
export interface GateOutput {
  write(xml: string, at: number): void;
  note(problem: string, done: string, at: number): void;
}

/** The states of the gate; each has a reader that continues at a position and returns how far it read. */
type State = 'content' | 'tag' | 'quoted' | 'cdata' | 'comment' | 'instruction' | 'doctype';

const CDATA = '<![CDATA[';
const DOCTYPE = '<!DOCTYPE';
/** What ends a text, or a value in quotes, unless it is a reference. */
const TEXT_END = /[<&]/g;
const VALUE_ENDS = { '"': /["&]/g, "'": /['&]/g };
const TAG_START = /[A-Za-z/_:]|\p{L}/u;
/** Fast path: texts and whole tags that need no examination, as nearly all are. */
const PLAIN = /(?:[^<&]*<[A-Za-z/][^<>&"']*(?:"[^"&]*"[^<>&"']*|'[^'&]*'[^<>&"']*)*>)+/y;

/**
 * The filter in front of the XML parser, which is strict and buffers a text until its end. The gate cuts texts that are
 * too long while they stream, repairs common faults (bare `&` and `<`, HTML entities), and removes comments, processing
 * instructions and the document type, so that no entity is ever defined or fetched. `push` and `end` throw a FeedFault
 * where the file cannot be REAXML.
 */
export class XmlGate implements FilteredText {
  private state: State = 'content';
  private quote: '"' | "'" = '"';
  /** Length so far of the current text, or of the attribute values of the current tag. */
  private run = 0;
  /** Length so far of the current tag, without its attribute values. */
  private markup = 0;
  private rooted = false;
  private ended = false;
  private doctype = '';
  private xml = '';
  /**
   * Offset in the text of the first character of `xml` (the buffered part, ignoring removed characters), and how much
   * of it is read and passed on.
   */
  private begin = 0;
  private at = 0;
  private passed = 0;

  constructor(private readonly output: GateOutput) {}

  push(piece: string, at: number): void {
    const waiting = this.xml.slice(this.passed);
    this.xml = waiting + piece;
    this.begin = at - waiting.length;
    this.passed = this.at = 0;
    // What is too short to be recognized waits for the next piece.
    for (let next = 0; this.at < this.xml.length; this.at = next) {
      next = this.read(this.at);
      if (next <= this.at) break;
    }
    this.pass(this.at);
  }

  note(problem: string, done: string, at: number): void {
    this.output.note(problem, done, at);
  }

  /** The offset being read. */
  get offset(): number {
    return this.begin + this.at;
  }

  end(): void {
    this.ended = true;
    this.push('', this.begin + this.xml.length);
    if (this.state !== 'content') throw new FeedFault('ends in the middle of its markup');
  }

  private read(at: number): number {
    switch (this.state) {
      case 'content':
        return this.readContent(at);
      case 'tag':
        return this.readTag(at);
      case 'quoted':
        return this.readQuoted(at);
      case 'cdata':
        return this.readCdata(at);
      case 'comment':
        return this.skipTo('-->', at);
      case 'instruction':
        return this.skipTo('?>', at);
      case 'doctype':
        return this.readDoctype(at);
    }
  }

  private readContent(at: number): number {
    const plain = this.plainTo(at);
    if (plain > at) return plain;
    const stop = this.find(TEXT_END, at);
    this.measure(at, stop);
    if (stop > at) return stop;
    return this.xml[at] === '&' ? this.readReference(at) : this.readOpening(at);
  }

  /** The end of the part that needs no examination. */
  private plainTo(at: number): number {
    PLAIN.lastIndex = at;
    if (!PLAIN.test(this.xml)) return at;
    const to = PLAIN.lastIndex;
    // Any text or tag in it is shorter than the whole part.
    if (to - at > LIMITS.markup || this.run + to - at > LIMITS.text) return at;
    this.rooted = true;
    this.run = 0;
    return to;
  }

  private readReference(at: number): number {
    const waits = !this.ended && this.xml.length - at < REFERENCE_LENGTH && !this.xml.includes(';', at);
    if (waits) return at;
    const { length, mended, problem } = referenceAt(this.xml, at);
    // A reference is cut as a whole.
    if (this.run + length > LIMITS.text) this.cut(at, at + length);
    else if (mended !== undefined) this.replace(at, at + length, mended);
    if (problem) this.tell(problem, mended?.startsWith('&amp;') ? 'read as text' : 'mended', at);
    this.run += length;
    return at + length;
  }

  private readOpening(at: number): number {
    const { xml } = this;
    if (TAG_START.test(xml.charAt(at + 1))) return this.enterTag(at);
    const start = xml.slice(at, at + CDATA.length).toUpperCase();
    const matched = ['<!--', CDATA, DOCTYPE, '<?'].find((opening) => start.startsWith(opening));
    if (matched === '<!--') return this.enter('comment', at, at + matched.length);
    if (matched === '<?') return this.enter('instruction', at, at + matched.length);
    if (matched === DOCTYPE && !this.rooted) return this.enter('doctype', at, at);
    if (matched === CDATA) {
      this.state = 'cdata';
      return at + matched.length;
    }
    const waits = [CDATA, DOCTYPE, '<!--', '<?'].some((opening) => opening.startsWith(start));
    if (waits && !this.ended) return at;
    if (xml.startsWith('<!', at)) return this.enterTag(at);
    this.replace(at, at + 1, '&lt;');
    this.tell('a bare less-than sign', 'read as text', at);
    return at + 1;
  }

  private enterTag(at: number): number {
    this.state = 'tag';
    this.run = this.markup = 0;
    this.rooted = true;
    return at + 1;
  }

  /** Skips a part that the parser must not see. */
  private enter(state: State, from: number, to: number): number {
    this.replace(from, to, '');
    this.state = state;
    return to === from ? this.readDoctype(from) : to;
  }

  private readTag(at: number): number {
    const stop = tagStop(this.xml, at);
    this.markup += stop - at;
    if (this.markup > LIMITS.markup) throw new FeedFault('has a tag that is far too long');
    if (stop > at) return stop;
    const character = this.xml[at];
    if (character === '>') {
      this.state = 'content';
      this.run = 0;
    } else {
      this.state = 'quoted';
      this.quote = character === '"' ? '"' : "'";
    }
    return at + 1;
  }

  private readQuoted(at: number): number {
    const stop = this.find(VALUE_ENDS[this.quote], at);
    this.measure(at, stop);
    if (stop > at) return stop;
    if (this.xml[at] === '&') return this.readReference(at);
    this.state = 'tag';
    return at + 1;
  }

  private readCdata(at: number): number {
    const stop = this.xml.indexOf(']]>', at);
    const end = stop < 0 ? this.keptTo(at, 2) : stop;
    this.measure(at, end);
    if (stop < 0) return end;
    this.state = 'content';
    return stop + 3;
  }

  private skipTo(end: string, at: number): number {
    const stop = this.xml.indexOf(end, at);
    const to = stop < 0 ? this.keptTo(at, end.length - 1) : stop + end.length;
    this.replace(at, to, '');
    if (stop >= 0) this.state = 'content';
    return to;
  }

  private readDoctype(at: number): number {
    const piece = this.xml.slice(at);
    const before = this.doctype.length;
    this.doctype += piece;
    const end = piece.includes('>') ? doctypeEnd(this.doctype) : -1;
    const doctype = end < 0 ? this.doctype : this.doctype.slice(0, end);
    if (definesEntities(doctype)) throw new FeedFault('defines entities, which are refused');
    if (doctype.length > LIMITS.markup) throw new FeedFault('has a document type that is far too long');
    const to = end < 0 ? this.xml.length : at + end - before;
    this.replace(at, to, '');
    if (end >= 0) {
      this.state = 'content';
      this.doctype = '';
    }
    return to;
  }

  /** All but the last characters, which may start the end mark; everything at the end of the file. */
  private keptTo(at: number, last: number): number {
    return this.ended ? this.xml.length : Math.max(at, this.xml.length - last);
  }

  /** The next position of a character of a pattern. */
  private find(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return pattern.exec(this.xml)?.index ?? this.xml.length;
  }

  /** Counts a piece of text and cuts what exceeds the limit. */
  private measure(from: number, to: number): void {
    const room = Math.max(0, LIMITS.text - this.run);
    if (to - from > room) this.cut(from + room, to);
    this.run += to - from;
  }

  private cut(from: number, to: number): void {
    this.replace(from, to, '');
    if (this.run <= LIMITS.text) this.tell('a text of more than 1 MB', 'cut', from);
  }

  private replace(from: number, to: number, instead: string): void {
    this.pass(from);
    if (instead) this.output.write(instead, this.begin + from);
    this.passed = Math.max(this.passed, to);
  }

  private pass(to: number): void {
    if (to > this.passed) this.output.write(this.xml.slice(this.passed, to), this.begin + this.passed);
    this.passed = Math.max(this.passed, to);
  }

  private tell(problem: string, done: string, at: number): void {
    this.output.note(problem, done, this.begin + at);
  }
}

/** The next quote or end of a tag. Tags are short, so a loop is faster than a regular expression. */
function tagStop(xml: string, from: number): number {
  for (let at = from; at < xml.length; at += 1) {
    const character = xml[at];
    if (character === '>' || character === '"' || character === "'") return at;
  }
  return xml.length;
}
