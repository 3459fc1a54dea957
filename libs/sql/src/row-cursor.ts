import type { PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import type { Sql } from './tag.js';

/** Few round trips and little memory. */
const SET_ROWS = 200;

/**
 * A cursor whose reads always settle. The driver's cursor hangs if the connection is lost after the last request, and
 * may never close after an error (node-postgres 2588 and 2642).
 */
export class RowCursor<Row extends object> {
  private readonly cursor: Cursor<Row>;
  private fail: (error: Error) => void = () => undefined;
  private readonly lose = (): void => this.fail(new Error('Connection terminated'));

  constructor(
    private readonly client: PoolClient,
    { text, values }: Sql,
  ) {
    this.cursor = client.query(new Cursor<Row>(text, values));
    client.once('end', this.lose);
  }

  /** The next rows; empty after the last. Calls must not overlap. */
  read(): Promise<Row[]> {
    // Racing with the end of the connection would retain all rows until then.
    return new Promise((resolve, reject) => {
      this.fail = reject;
      this.cursor.read(SET_ROWS).then(resolve, reject);
    });
  }

  /** Ends the statement; the connection executes its next statement afterwards. */
  close(): void {
    this.client.off('end', this.lose);
    void this.cursor.close();
  }
}
