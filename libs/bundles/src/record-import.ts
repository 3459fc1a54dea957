import type { SqlExecutor } from '@app/sql';
import type { AuditResource, AuditTrail, CommandAuthor } from '@app/writes';
import { IMPORT_OUTCOMES, type FileReport } from './import-report.js';
import type { BundleKind } from './line-source.js';

const RESOURCES: Readonly<Record<BundleKind, AuditResource>> = {
  suburbs: 'suburb',
  accounts: 'account',
  agents: 'agent',
  listings: 'listing',
};

/** Records the files that have changed something, each with its counts, in the transaction of their import. */
export async function recordImport(
  trail: AuditTrail,
  executor: SqlExecutor,
  author: CommandAuthor,
  files: readonly FileReport[],
): Promise<void> {
  for (const file of files.filter(({ created, updated }) => created + updated > 0)) {
    const counts = Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, file[outcome]]));
    const of = { resource: RESOURCES[file.kind], id: null, websiteID: null };
    await trail.record(executor, author, { action: 'import', ...of, counts });
  }
}
