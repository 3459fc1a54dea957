import { inSession } from '@app/sql';
import type { DataSource } from 'typeorm';
import type { FileReport } from './import-report.js';
import { INTAKES } from './intakes.js';

/** After fewer changes, autovacuum is sufficient. */
const MANY_CHANGES = 1_000;

type Changed = Pick<FileReport, 'kind' | 'created' | 'updated'>;

/** Vacuums and analyzes tables with many changes, so that the next queries are planned with current statistics. */
export async function tidyTables(dataSource: DataSource, files: readonly Changed[]): Promise<void> {
  const changed = files.filter(({ created, updated }) => created + updated >= MANY_CHANGES);
  const tables = new Set(changed.flatMap(({ kind }) => INTAKES[kind].tables));
  if (tables.size === 0) return;
  await inSession(dataSource, (session) => session.query(`VACUUM (ANALYZE) ${[...tables].join(', ')}`));
}
