import type { DataSource } from 'typeorm';

type Fields = Readonly<Record<string, unknown>>;

/** A row of the change log. */
export interface Change {
  readonly xid: string;
  readonly id: string;
  readonly resource: string;
  readonly resource_id: number | null;
  readonly uid: string | null;
  readonly website_id: number | null;
  readonly kind: string;
  readonly before: Fields | null;
  readonly after: Fields | null;
  readonly old_row: Fields | null;
  readonly new_row: Fields | null;
}

/** Returns the rows that the change log gains during some work. */
export async function changesOf(dataSource: DataSource, work: () => Promise<unknown>): Promise<Change[]> {
  const [{ last }] = await dataSource.query<[{ last: string }]>('SELECT coalesce(max(id), 0) AS last FROM changes');
  await work();
  return dataSource.query<Change[]>('SELECT * FROM changes WHERE id > $1 ORDER BY xid, id', [last]);
}

/** The position of the last change, up to which a reader has seen everything. */
export async function endOf(dataSource: DataSource): Promise<{ xid: number; id: number }> {
  const [last] = await dataSource.query<{ xid: number; id: number }[]>(
    'SELECT xid::text::float8 AS xid, id::float8 AS id FROM changes ORDER BY changes.xid DESC, changes.id DESC LIMIT 1',
  );
  return last ?? { xid: 0, id: 0 };
}
