import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { FeedFault, TruncatedFeed } from '../feed-fault.js';
import { LIMITS } from '../limits.js';
import { CharacterFilter } from '../xml/character-filter.js';
import { decodeXml } from '../xml/decode-xml.js';
import { XmlGate } from '../xml/xml-gate.js';
import { isListingElement } from './listing-elements.js';

/** Never leaves the parser: who sells is nobody's business. */
const PRIVATE = 'vendordetails';

/** What a parser tells of a feed: the elements of its entries and below, never the root of a list, which has credentials. */
export interface ReaxmlEvents {
  open(name: string, attributes: Record<string, string>): void;
  text(text: string): void;
  close(): void;
  note(problem: string, done: string): void;
}

const OPTIONS = { xmlns: false, defaultXMLVersion: '1.0', forceXMLVersion: true, position: false } as const;

/** Tells whoever listens what a REAXML file holds, piece by piece; `push` and `end` throw a FeedFault where it is none. */
class ReaxmlParser {
  private readonly parser = new SaxesParser(OPTIONS);
  private readonly filter: CharacterFilter;
  private readonly gate: XmlGate;
  private depth = 0;
  /** How deep an entry is: below the list, or the root itself. */
  private entryDepth = 1;
  /** How deep what is private began. */
  private privateDepth = Number.POSITIVE_INFINITY;

  constructor(private readonly events: ReaxmlEvents) {
    this.gate = new XmlGate({
      write: (xml) => this.parser.write(xml),
      note: (problem, done) => events.note(problem, done),
    });
    this.filter = new CharacterFilter(this.gate);
    this.parser.on('opentag', (tag) => this.open(tag));
    this.parser.on('text', (text) => this.text(text));
    this.parser.on('cdata', (text) => this.text(text));
    this.parser.on('closetag', () => this.close());
  }

  push(text: string): void {
    this.guard(() => this.filter.push(text));
  }

  /** What is wrong only now is that nothing more comes. */
  end(): void {
    try {
      this.guard(() => {
        this.filter.end();
        this.gate.end();
        this.parser.close();
      });
    } catch (error) {
      throw error instanceof FeedFault ? new TruncatedFeed(error.message) : error;
    }
  }

  private open({ name, attributes }: SaxesTagPlain): void {
    if (this.depth === 0) this.openRoot(name);
    if (this.depth > LIMITS.depth) throw new FeedFault(`nests elements more than ${LIMITS.depth} deep`);
    if (name.toLowerCase() === PRIVATE) this.privateDepth = Math.min(this.privateDepth, this.depth);
    if (this.tells()) this.events.open(name, attributes);
    this.depth += 1;
  }

  private openRoot(name: string): void {
    if (isListingElement(name)) this.entryDepth = 0;
    else if (name.toLowerCase() !== 'propertylist') {
      throw new FeedFault(`has the root element <${name.slice(0, 50)}>, not <propertyList>`);
    }
  }

  private text(text: string): void {
    if (this.tells()) this.events.text(text);
  }

  private close(): void {
    this.depth -= 1;
    if (this.depth === this.privateDepth) this.privateDepth = Number.POSITIVE_INFINITY;
    else if (this.tells()) this.events.close();
  }

  private tells(): boolean {
    return this.depth >= this.entryDepth && this.depth < this.privateDepth;
  }

  private guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (error instanceof FeedFault) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new FeedFault(`is not well-formed XML: ${reason.replace(/\.$/, '').slice(0, 200)}`);
    }
  }
}

/**
 * Parses a feed and stops after each piece of the file, so that what was heard can be handed on.
 *
 * @throws FeedFault where it is not REAXML
 */
export async function* parseReaxml(source: AsyncIterable<Uint8Array>, events: ReaxmlEvents): AsyncGenerator<void> {
  const parser = new ReaxmlParser(events);
  for await (const text of decodeXml(source)) {
    parser.push(text);
    yield;
  }
  parser.end();
}
