import { accountExport } from '@app/accounts';
import { agentExport } from '@app/agents';
import { CredentialsRepository, type AuthSettings } from '@app/auth';
import { listingExport } from '@app/listings';
import type { Sql } from '@app/query';
import { suburbExport } from '@app/suburbs';
import type { DataSource, QueryRunner } from 'typeorm';
import { THINGS, type Thing } from './line-source.js';
import { writeLines } from './write-lines.js';

/** What is read of the store, and the line that a row makes. */
interface Export<Row = never> {
  readonly statement: Sql;
  line(row: Row): string;
}

/** What became of a file. */
export interface ExportedFile {
  readonly file: string;
  readonly lines: number;
  readonly seconds: number;
}

export interface ExportWatch {
  readonly onProgress?: (progress: { file: string; lines: number }) => void;
  readonly onFile?: (file: ExportedFile) => void;
  readonly signal?: AbortSignal;
}

/**
 * Writes the whole directory to a folder, as the bundle that an import takes: every file of one snapshot, ordered by id.
 * The files appear when all are complete. Accounts are written with their secret keys, for the owner's eyes alone.
 *
 * @throws what the store, the folder or the signal does
 */
export async function exportBundle(
  dataSource: DataSource,
  settings: AuthSettings,
  folder: string,
  watch: ExportWatch = {},
): Promise<ExportedFile[]> {
  const exports: Record<Thing, Export> = {
    suburbs: suburbExport,
    accounts: accountExport(new CredentialsRepository(settings)),
    agents: agentExport,
    listings: listingExport,
  };
}
