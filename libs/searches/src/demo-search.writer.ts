import { sql, type SqlExecutor } from '@app/sql';
import { v7 as uuidv7 } from 'uuid';
import { groupKeyOf, keysOfQuery, KEYS_VERSION } from './matching/search-keys.js';
import { readSavedQuery } from './filters/saved-query.js';

const QUERY = 'suburb=Hurstville&minbedrooms=2';

/** Stores the search in the examples of the document. Its matches begin when they are first requested. */
export async function writeDemoSearch(executor: SqlExecutor): Promise<void> {
  const { keys } = keysOfQuery(readSavedQuery(QUERY), undefined);
  await executor.execute(sql`
    INSERT INTO searches (uid, website_id, name, query, reference, notify, cursor, group_key, keys, keys_version,
      is_widened, is_broad)
    SELECT ${uuidv7()}::uuid, id, 'Flats in Hurstville', ${QUERY}, 'visitor-8123', '{new,price}', 'now',
      ${groupKeyOf(QUERY, undefined)}, ${keys}::text[], ${KEYS_VERSION}, false, false FROM accounts WHERE id = 1`);
}
