import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { FeedFault, TruncatedFeed, type FilePosition, listingTypeOf, LIMITS } from '../feed.types.js';
import { CharacterFilter } from '../xml/character-filter.js';
import type { DecodedText } from '../xml/decode-xml.js';
import { LineCounter } from '../xml/line-counter.js';
import { XmlGate } from '../xml/xml-gate.js';
import type { EntryBuilder } from './entry-builder.js';

const OPTIONS = { xmlns: false, defaultXMLVersion: '1.0', forceXMLVersion: true, position: false } as const;

/**
 * Parses a REAXML file piece by piece and reports the elements of entries, never the root of a list, which holds
 * credentials. `push` and `end` throw a FeedFault when it is not REAXML.
 */
export class ReaxmlParser {
  private readonly parser = new SaxesParser(OPTIONS);
  private readonly filter: CharacterFilter;
  private readonly gate: XmlGate;
  private readonly lines = new LineCounter();
  /** Number of characters written to the XML parser, and how many fewer that is than the file has. */
  private written = 0;
  private behind = 0;
  /** Length of the current text, and whether part of it was not UTF-8. */
  private length = 0;
  private mended = false;
  private tagAt: FilePosition = { line: 1, column: 1 };
  private depth = 0;
  /** Depth of an entry: 1 in a list, 0 when the entry is the root. */
  private entryDepth = 1;

  constructor(private readonly events: EntryBuilder) {
    this.gate = new XmlGate({
      push: (xml, at) => this.write(xml, at),
      note: (problem, done, at) => events.note(problem, done, this.lines.position(at)),
    });
    this.filter = new CharacterFilter(this.gate);
    this.parser.on('opentagstart', ({ name }) => this.beginTag(name));
    this.parser.on('opentag', (tag) => this.open(tag));
    this.parser.on('text', (text) => this.text(text));
    this.parser.on('cdata', (text) => this.text(text));
    this.parser.on('closetag', () => this.close());
  }

  push({ text, mendedAt }: DecodedText): void {
    if (mendedAt === undefined || this.mended) return this.read(text);
    this.mended = true;
    this.read(text.slice(0, mendedAt));
    const done = 'read as windows-1252, there and further on';
    this.events.note('bytes that are not UTF-8', done, this.lines.position(this.length));
    this.read(text.slice(mendedAt));
  }

  private read(text: string): void {
    this.length += text.length;
    this.lines.push(text);
    this.guard(() => this.filter.push(text));
  }

  /** A fault found at the end can only be a missing end. */
  end(): void {
    try {
      this.guard(() => {
        this.filter.end();
        this.gate.end();
        this.parse(() => this.parser.close());
      });
    } catch (error) {
      throw error instanceof FeedFault ? new TruncatedFeed(error.message, error.position) : error;
    }
  }

  private write(xml: string, at: number): void {
    this.behind = at - this.written;
    this.written += xml.length;
    this.parse(() => this.parser.write(xml));
  }

  /** The parser's offset: after the last character read. */
  private get offset(): number {
    return this.parser.position + this.behind;
  }

  /** Called when the parser has read the name and the character after it (two for CR LF). */
  private beginTag(name: string): void {
    const begin = this.offset - name.length - 2;
    this.tagAt = this.lines.position(this.lines.has('<', begin) ? begin : begin - 1);
  }

  private open({ name, attributes }: SaxesTagPlain): void {
    if (this.depth === 0) this.openRoot(name);
    if (this.depth > LIMITS.depth) throw new FeedFault(`nests elements more than ${LIMITS.depth} deep`);
    if (this.isReported()) this.events.open(name, attributes, this.tagAt);
    this.depth += 1;
  }

  private openRoot(name: string): void {
    if (listingTypeOf(name)) this.entryDepth = 0;
    else if (name.toLowerCase() !== 'propertylist') {
      throw new FeedFault(`has the root element <${name.slice(0, 50)}>, not <propertyList>`);
    }
  }

  private text(text: string): void {
    if (this.isReported()) this.events.text(text);
  }

  private close(): void {
    this.depth -= 1;
    if (this.isReported()) this.events.close();
  }

  private isReported(): boolean {
    return this.depth >= this.entryDepth;
  }

  /** Runs a step; a fault found by the gate is at the gate's position. */
  private guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof FeedFault) || error.position) throw error;
      throw new FeedFault(error.message, this.lines.position(this.gate.offset));
    }
  }

  private parse(step: () => void): void {
    try {
      step();
    } catch (error) {
      const position = this.lines.position(this.offset - 1);
      if (error instanceof FeedFault) throw new FeedFault(error.message, position);
      const reason = error instanceof Error ? error.message : String(error);
      throw new FeedFault(`is not well-formed XML: ${reason.replace(/\.$/, '').slice(0, 200)}`, position);
    }
  }
}
