import { FeedFault, LIMITS } from '../feed.types.js';
import type { TextSink } from './character-filter.js';
import { REFERENCE_LENGTH, referenceAt } from './xml-characters.js';

/** A part of a document. */
interface Part {
  /** The characters that are examined; all others are passed on as they are. */
  readonly mark: RegExp;
  /** The number of characters at the end of a piece that may be the beginning of a mark. */
  readonly most?: number;
  /** Whether the parser must not see it. */
  readonly isDropped?: boolean;
}

const CONTENT: Part = { mark: /[<&]/g };
const TAG: Part = { mark: /[>"']/g };
const VALUES: Readonly<Record<string, Part>> = { '"': { mark: /["&]/g }, "'": { mark: /['&]/g } };
const CDATA: Part = { mark: /\]\]>/g, most: 2 };
const OPENINGS: Readonly<Record<string, Part>> = {
  '<!--': { mark: /-->/g, most: 2, isDropped: true },
  '<?': { mark: /\?>/g, most: 1, isDropped: true },
  '<![CDATA[': CDATA,
};
const DOCTYPE = '<!DOCTYPE';
const DOCTYPE_TOKEN = /<!--[^]*?(?:-->|$)|<\?[^]*?(?:\?>|$)|"[^"]*"|"[^"]*$|'[^']*'|'[^']*$|[[\]>]/g;
/** A declaration of an entity that is neither a parameter nor a file, and has no markup. */
const ENTITY = /<!ENTITY\s+([A-Za-z_][\w.-]{0,31})\s+(["'])((?:(?!\2)[^<%]){0,1000})\2\s*>/g;
const TAG_START = /[A-Za-z/_:]|\p{L}/u;

/**
 * The filter in front of the XML parser, which is strict and buffers a text until its end. The gate cuts texts that are
 * too long while they stream, repairs common faults (bare `&` and `<`, HTML entities), and removes comments, processing
 * instructions and the document type, so that the parser defines and fetches no entity. Entities of the document type
 * that are plain text are replaced here. `push` and `end` throw a FeedFault where the file cannot be REAXML.
 */
export class XmlGate implements TextSink {
  private part = CONTENT;
  /** Length so far of the current text, or of the attribute values of the current tag. */
  private run = 0;
  /** Length so far of the current tag, without its attribute values. */
  private markup = 0;
  private rooted = false;
  private entities: ReadonlyMap<string, string> = new Map();
  private addedByEntities = 0;
  private ended = false;
  private xml = '';
  /**
   * Offset in the text of the first character of `xml` (the buffered part, ignoring removed characters), and how much
   * of it is read and passed on.
   */
  private begin = 0;
  private at = 0;
  private passed = 0;

  constructor(private readonly output: TextSink) {}

  push(piece: string, at: number): void {
    const waiting = this.xml.slice(this.passed);
    this.xml = waiting + piece;
    this.begin = at - waiting.length;
    this.passed = this.at = 0;
    // A mark that is too short to be recognized waits for the next piece.
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
    if (this.part !== CONTENT || this.at < this.xml.length) throw new FeedFault('ends in the middle of its markup');
  }

  private read(at: number): number {
    const { xml, part } = this;
    part.mark.lastIndex = at;
    const found = part.mark.exec(xml);
    const stop = found?.index ?? (this.ended ? xml.length : Math.max(at, xml.length - (part.most ?? 0)));
    this.measure(at, stop);
    if (stop > at || !found) return stop;
    const [mark] = found;
    if (mark === '&') return this.readReference(at);
    if (mark === '<') return this.readOpening(at);
    const to = at + mark.length;
    if (part.isDropped) this.replace(at, to, '');
    if (part === TAG && mark === '>') this.run = 0;
    this.part = mark in VALUES ? (part === TAG ? (VALUES[mark] ?? TAG) : TAG) : CONTENT;
    return to;
  }

  private readReference(at: number): number {
    const waits = !this.ended && this.xml.length - at < REFERENCE_LENGTH && !this.xml.includes(';', at);
    if (waits) return at;
    const { length, mended, problem } = referenceAt(this.xml, at, this.entities);
    const size = mended === undefined || problem ? length : Math.max(length, mended.length);
    this.addedByEntities += size - length;
    if (this.addedByEntities > LIMITS.entities) throw new FeedFault('has entities that are far too long');
    // A reference is cut as a whole.
    if (this.run + size > LIMITS.text) this.cut(at, at + length);
    else if (mended !== undefined) this.replace(at, at + length, mended);
    if (problem) this.tell(problem, mended?.startsWith('&amp;') ? 'read as text' : 'mended', at);
    this.run += size;
    return at + length;
  }

  private readOpening(at: number): number {
    const { xml } = this;
    if (TAG_START.test(xml.charAt(at + 1))) return this.enterTag(at);
    const start = xml.slice(at, at + DOCTYPE.length).toUpperCase();
    if (start === DOCTYPE && !this.rooted) return this.skipDoctype(at);
    const opening = Object.keys(OPENINGS).find((one) => start.startsWith(one));
    if (opening) {
      this.part = OPENINGS[opening] ?? CONTENT;
      if (this.part.isDropped) this.replace(at, at + opening.length, '');
      return at + opening.length;
    }
    if (!this.ended && [DOCTYPE, ...Object.keys(OPENINGS)].some((one) => one.startsWith(start))) return at;
    if (start.startsWith('<!')) return this.enterTag(at);
    this.replace(at, at + 1, '&lt;');
    this.tell('a bare less-than sign', 'read as text', at);
    return at + 1;
  }

  private enterTag(at: number): number {
    this.part = TAG;
    this.run = this.markup = 0;
    this.rooted = true;
    return at + 1;
  }

  /** A document type is read when it is complete. */
  private skipDoctype(at: number): number {
    const length = doctypeLength(this.xml.slice(at));
    const doctype = this.xml.slice(at, length && at + length);
    if (doctype.length > LIMITS.markup) throw new FeedFault('has a document type that is far too long');
    if (length === undefined) return at;
    this.entities = new Map([...entitiesIn(doctype), ...this.entities]);
    this.replace(at, at + length, '');
    return at + length;
  }

  /** Counts a piece, and cuts the part above the limit. */
  private measure(from: number, to: number): void {
    if (this.part.isDropped) return this.replace(from, to, '');
    if (this.part === TAG) {
      this.markup += to - from;
      if (this.markup > LIMITS.markup) throw new FeedFault('has a tag that is far too long');
      return;
    }
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
    if (instead) this.output.push(instead, this.begin + from);
    this.passed = Math.max(this.passed, to);
  }

  private pass(to: number): void {
    if (to > this.passed) this.output.push(this.xml.slice(this.passed, to), this.begin + this.passed);
    this.passed = Math.max(this.passed, to);
  }

  private tell(problem: string, done: string, at: number): void {
    this.output.note(problem, done, this.begin + at);
  }
}

/** The length of the document type that a text begins with; undefined if its end is not there. */
function doctypeLength(text: string): number | undefined {
  let inside = false;
  for (const { 0: token, index } of text.matchAll(DOCTYPE_TOKEN)) {
    if (token === '[') inside = true;
    else if (token === ']') inside = false;
    else if (token === '>' && !inside) return index + 1;
  }
  return undefined;
}

/** The entities of a document type, as XML. @throws FeedFault for one that is more than characters and references to them */
function entitiesIn(doctype: string): ReadonlyMap<string, string> {
  const entities = new Map<string, string>();
  const declarations = doctype.replace(/<!--[^]*?(?:-->|$)|<\?[^]*?(?:\?>|$)/g, '');
  const others = declarations.replace(ENTITY, (whole, name: string, _, value: string) => {
    if ([...value.matchAll(/&/g)].some(({ index }) => referenceAt(value, index).problem)) return whole;
    const escaped = value.replace(/[>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
    if (!entities.has(name)) entities.set(name, escaped);
    return '';
  });
  if (/<!ENTITY/i.test(others)) throw new FeedFault('defines entities, which are refused');
  return entities;
}
