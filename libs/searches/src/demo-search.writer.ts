import { sql, type SqlExecutor } from '@app/sql';
import { v7 as uuidv7 } from 'uuid';

/** Stores the search of the examples in the document. Its matches begin when they are asked for. */
export async function writeDemoSearch(executor: SqlExecutor): Promise<void> {
  await executor.execute(sql`
    INSERT INTO searches (uid, website_id, name, query, reference, notify, cursor)
    SELECT ${uuidv7()}::uuid, id, 'Flats in Hurstville', 'suburb=Hurstville&minbedrooms=2', 'visitor-8123',
      '{new,price}', 'now' FROM accounts WHERE id = 1`);
}
