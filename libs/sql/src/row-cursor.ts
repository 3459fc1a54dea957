import type { PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import type { Sql } from './tag.js';

/** Few round trips, little memory. */
const SET_ROWS = 200;

/**
 * A cursor that always settles. The driver's cursor hangs if its connection is lost after the last request, and may never
 * close after an error (node-postgres 2588 and 2642).
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

  /** The next rows; none after the last. One call at a time. */
  read(): Promise<Row[]> {
    // Not `Promise.race` with the end of the connection, which would retain all rows until then.
    return new Promise((resolve, reject) => {
      this.fail = reject;
      this.cursor.read(SET_ROWS).then(resolve, reject);
    });
  }

  /** Ends the statement. The next statement of the connection waits until it has. */
  close(): void {
    this.client.off('end', this.lose);
    void this.cursor.close();
  }
}
