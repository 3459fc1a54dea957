import type { Socket } from 'node:net';
import type { Connection } from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import type { BackendMessage } from 'pg-protocol/dist/messages.js';

/** The code of the protocol's message DataRow. */
const DATA_ROW = 'D'.charCodeAt(0);

/**
 * A row as PostgreSQL sends it: it is decoded by who reads it, column by column. Its bytes are only there while the row
 * is handled; the driver reads the next ones into the same memory.
 */
export class WireRow {
  readonly name = 'dataRow';
  length = 0;

  /** @param start where the number of columns stands; then, for each, its length and its bytes */
  constructor(
    readonly bytes: Buffer,
    readonly start: number,
  ) {}

  /** All columns as texts: what the driver's own queries and cursors read. */
  get fields(): (string | null)[] {
    const fields: (string | null)[] = [];
    this.forEach((start, end) => fields.push(start < 0 ? null : this.bytes.toString('utf8', start, end)));
    return fields;
  }

  /** Calls back with the place of each column; negative: it is null. */
  forEach(read: (start: number, end: number, column: number) => void): void {
    const { bytes } = this;
    const count = bytes.readInt16BE(this.start);
    let at = this.start + 2;
    for (let column = 0; column < count; column += 1) {
      const length = bytes.readInt32BE(at);
      at += 4;
      if (length < 0) read(-1, -1, column);
      else read(at, (at += length), column);
    }
  }
}

/** The parts of the driver's parser that its types hide. */
interface OpenParser {
  parse(chunk: Buffer, handle: (message: BackendMessage | WireRow) => void): void;
  handlePacket(start: number, code: number, length: number, bytes: Buffer): BackendMessage | WireRow;
}

function wireParser(): OpenParser {
  const parser = new Parser() as unknown as OpenParser; // its types hide what is replaced here
  const handlePacket = parser.handlePacket.bind(parser);
  parser.handlePacket = (start, code, length, bytes) =>
    code === DATA_ROW ? new WireRow(bytes, start) : handlePacket(start, code, length, bytes);
  return parser;
}

/**
 * Lets a connection leave its rows as they arrive. The driver decodes every column into a string; the texts of a page
 * would be decoded and encoded again, which took longer than all that is done with them (ADR 31).
 */
export function leaveRowsUndecoded(connection: Connection): void {
  const open = connection as unknown as { attachListeners: (stream: Socket) => void }; // hidden by its types
  open.attachListeners = (stream) => {
    const parser = wireParser();
    const handle = (message: BackendMessage | WireRow) =>
      void connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
    stream.on('data', (chunk: Buffer) => parser.parse(chunk, handle));
  };
}
