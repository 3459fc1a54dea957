import { inSession } from '@app/persistence';
import type { DataSource } from 'typeorm';
import type { FileReport } from './import-report.js';
import { INTAKES } from './intakes.js';

/** After fewer changes, PostgreSQL's own care is soon enough. */
const MANY_CHANGES = 1_000;

type Changed = Pick<FileReport, 'thing' | 'created' | 'updated'>;

/** Has PostgreSQL look at tables that have changed a lot, so that the next requests are planned for what is there now. */
export async function tidyTables(dataSource: DataSource, files: readonly Changed[]): Promise<void> {
  const changed = files.filter(({ created, updated }) => created + updated >= MANY_CHANGES);
  const tables = new Set(changed.flatMap(({ thing }) => INTAKES[thing].tables));
  if (tables.size === 0) return;
  await inSession(dataSource, (session) => session.query(`VACUUM (ANALYZE) ${[...tables].join(', ')}`));
}
