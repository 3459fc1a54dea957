import type { FilePosition } from '../feed.types.js';

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** The distance back for which positions can be requested, in UTF-16 units: more than any buffer holds. */
const BACK = 4096;

/** An offset in a text with its line and column. */
interface Place {
  /** In UTF-16 units, from 0. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly afterReturn: boolean;
}

/**
 * Converts offsets of a streamed text to lines and columns as an editor shows them. Requests must be nearly in order.
 * The line numbers of the XML parser refer to the output of `XmlGate`, which removes comments and repairs references.
 */
export class LineCounter {
  /** The part of the text for which positions can still be requested. */
  private text = '';
  private beginning: Place = { offset: 0, line: 1, column: 1, afterReturn: false };
  private latest = this.beginning;

  push(piece: string): void {
    const kept = this.text.slice(-BACK);
    this.beginning = this.offsetOf(this.beginning.offset + this.text.length - kept.length, this.beginning);
    this.text = kept + piece;
  }

  /** The position of an offset, in UTF-16 units from 0. */
  position(offset: number): FilePosition {
    const isBehind = this.latest.offset <= offset && this.latest.offset >= this.beginning.offset;
    this.latest = this.offsetOf(offset, isBehind ? this.latest : this.beginning);
    return { line: this.latest.line, column: this.latest.column };
  }

  /** Whether a character is at an offset. */
  has(character: string, offset: number): boolean {
    return this.text[offset - this.beginning.offset] === character;
  }

  /** Every character of a file is visited here, so it is a plain loop over local variables. */
  private offsetOf(wanted: number, from: Place): Place {
    const { text, beginning } = this;
    let { offset, line, column, afterReturn } = from;
    const end = Math.min(wanted, beginning.offset + text.length);
    for (; offset < end; offset += 1) {
      const code = text.charCodeAt(offset - beginning.offset);
      if (code === RETURN || (code === LINE_FEED && !afterReturn)) {
        line += 1;
        column = 1;
      } else if (code !== LINE_FEED && (code & 0xfc00) !== 0xdc00) column += 1;
      afterReturn = code === RETURN;
    }
    return { offset, line, column, afterReturn };
  }
}
