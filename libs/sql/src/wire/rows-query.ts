import type { Socket } from 'node:net';
import pg, { type Connection } from 'pg';
import { serialize } from 'pg-protocol';
import type { WireRow } from './wire-row.js';

/** A statement, and how its rows are read. */
export interface RowsStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Under this name it is prepared once per connection. */
  readonly name?: string | undefined;
  /** The columns that are given as bytes in UTF-8. */
  readonly asBytes?: readonly string[] | undefined;
}

/** A column of the rows, and what reads it. */
interface Column {
  readonly name: string;
  readonly read: (bytes: Buffer, start: number, end: number) => unknown;
}

/** The parts of the driver's connection that its types hide. */
interface OpenConnection {
  readonly stream: Socket;
  /** By name, the texts of the statements that were prepared. */
  readonly parsedStatements: Record<string, string>;
  /** Those that were sent and not answered yet. */
  readonly submittedNamedStatements: Record<string, string>;
  query(text: string): void;
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** Not in the driver's types. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

const DESCRIBE = serialize.describe({ type: 'P' });
const EXECUTE = Buffer.concat([serialize.execute(), serialize.sync()]);
const INT4: number = pg.types.builtins.INT4;

/** The columns of prepared statements, by connection and name: they are described once. */
const described = new WeakMap<Connection, Map<string, readonly Column[]>>();

/**
 * A statement whose rows are read from the bytes that arrive. It costs less than the driver's own query: what is known
 * of a prepared statement is not asked again, everything is sent by one call, and documents are never decoded.
 */
export class RowsQuery<Row extends object> {
  /** Set by the client or the pool that executes the query. */
  callback?: (error: Error | null, rows?: Row[]) => void;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name: string | undefined;

  private readonly found: Row[] = [];
  private columns: readonly Column[] = [];
  private failure: Error | undefined;
  private connection: Connection | undefined;

  constructor(private readonly statement: RowsStatement) {
    this.text = statement.text;
    this.values = statement.values;
    this.name = statement.name;
  }

  /** Called by the client when it is the turn of the query. @returns an error, where nothing was sent */
  submit(connection: Connection): Error | null {
    const { stream, ...open } = openOf(connection);
    const { text, name = '', values } = this;
    this.connection = connection;
    // Without values the driver's clients may send several statements in one text.
    if (name === '' && values.length === 0) {
      openOf(connection).query(text);
      return null;
    }
    const parts: Buffer[] = [];
    try {
      parts.push(serialize.bind({ statement: name, values: values as unknown[], valueMapper: prepareValue }));
    } catch (error) {
      return error as Error; // a value without a text, such as a circular object
    }
    if (name === '' || !(name in open.parsedStatements || name in open.submittedNamedStatements)) {
      parts.unshift(serialize.parse({ text, name }));
      if (name !== '') open.submittedNamedStatements[name] = text;
    }
    const known = name === '' ? undefined : described.get(connection)?.get(name);
    if (known) this.columns = known;
    else parts.push(DESCRIBE);
    if (stream.writable) stream.write(Buffer.concat([...parts, EXECUTE]));
    return null;
  }

  handleRowDescription({ fields }: RowDescription): void {
    const asBytes = new Set(this.statement.asBytes);
    this.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: asBytes.has(name) ? copied : readerOf(dataTypeID),
    }));
    if (!this.name || !this.connection) return;
    let statements = described.get(this.connection);
    if (!statements) described.set(this.connection, (statements = new Map()));
    statements.set(this.name, this.columns);
  }

  handleDataRow(message: WireRow): void {
    if (this.failure) return;
    const row: Record<string, unknown> = {};
    const { columns } = this;
    const { bytes } = message;
    try {
      message.forEach((start, end, at) => {
        const column = columns[at];
        if (column) row[column.name] = start < 0 ? null : column.read(bytes, start, end);
      });
    } catch (error) {
      this.failure = error as Error; // thrown by a type's parser
    }
    this.found.push(row as Row); // the caller declares the columns of its statement
  }

  handleReadyForQuery(): void {
    if (this.failure) this.callback?.(this.failure);
    else this.callback?.(null, this.found);
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}
}

const openOf = (connection: Connection): OpenConnection => connection as unknown as OpenConnection; // see OpenConnection

/** The bytes of a column are only there while its row is handled. */
const copied = (bytes: Buffer, start: number, end: number): Buffer => Buffer.from(bytes.subarray(start, end));

function readerOf(type: number): Column['read'] {
  if (type === INT4) return readInteger;
  const parse = pg.types.getTypeParser(type, 'text') as (text: string) => unknown; // declared as any
  return (bytes, start, end) => parse(bytes.toString('utf8', start, end));
}

const MINUS = '-'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

/** The number that these digits write: quicker than by a text. */
function readInteger(bytes: Buffer, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  let value = 0;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) value = 10 * value + (bytes[at] ?? ZERO) - ZERO;
  return isNegative ? -value : value;
}
