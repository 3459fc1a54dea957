import { OPERATOR } from '@app/http';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AccountsExportQuery, restorableAccountExport } from '@app/accounts';
import { agentExport, AgentsExportQuery } from '@app/agents';
import { CredentialsRepository } from '@app/auth';
import { listingExport, ListingsExportQuery } from '@app/listings';
import { readQuery, type ExportLines } from '@app/lists';
import { SqlExecutor } from '@app/sql';
import { suburbExport, SuburbsExportQuery } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { DRAFT, removeAbandonedDrafts } from './files/draft-files.js';
import { BUNDLE_KINDS, type BundleKind } from './files/line-source.js';
import { readLines, type LineSet } from './files/read-lines.js';

interface WriteWatch {
  readonly onLines: (lines: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Writes lines to a new file that only its owner can read. @returns the number of lines */
export async function writeLines(
  path: string,
  sets: AsyncIterable<LineSet>,
  { onLines, signal }: WriteWatch,
): Promise<number> {
  let written = 0;
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const { bytes, lines } of sets) {
      yield bytes;
      written += lines;
      onLines(written);
    }
  }
  await pipeline(Readable.from(chunks()), createWriteStream(path, { mode: 0o600 }), { signal });
  return written;
}

/** The result of exporting a file. */
export interface ExportedFile {
  readonly file: string;
  readonly lines: number;
  readonly seconds: number;
}

/** Progress callbacks and a signal that cancels. */
interface ExportWatch {
  readonly onProgress?: (progress: { readonly file: string; readonly lines: number }) => void;
  readonly signal?: AbortSignal;
}

/** Exports the directory. */
@Injectable()
export class BundleExporter {
  constructor(
    private readonly executor: SqlExecutor,
    private readonly credentials: CredentialsRepository,
  ) {}

  /**
   * Writes the whole directory to a folder as a bundle, in one snapshot, with each file ordered by id. The files appear
   * together when all are complete. The file of accounts contains secret keys and is readable only by its owner. Drafts of
   * killed exports are removed.
   * @throws any error of the database, the folder or the signal
   */
  async export(folder: string, watch: ExportWatch = {}): Promise<ExportedFile[]> {
    const sources: Record<BundleKind, ExportLines> = {
      suburbs: suburbExport(readQuery(SuburbsExportQuery, {}), true),
      accounts: restorableAccountExport(readQuery(AccountsExportQuery, {}), this.credentials),
      agents: agentExport(readQuery(AgentsExportQuery, {}), { isOperator: true }),
      listings: listingExport(readQuery(ListingsExportQuery, {}), OPERATOR),
    };
    await mkdir(folder, { recursive: true });
    await removeAbandonedDrafts(folder);
    const path = (kind: BundleKind, draft = '') => join(folder, `${kind}.ndjson${draft}`);
    try {
      const files = await this.executor.readSnapshot(async (executor) => {
        const written: ExportedFile[] = [];
        for (const kind of BUNDLE_KINDS)
          written.push(await exportKind(executor, kind, sources[kind], path(kind, DRAFT), watch));
        return written;
      });
      for (const kind of BUNDLE_KINDS) await rename(path(kind, DRAFT), path(kind));
      return files;
    } finally {
      for (const kind of BUNDLE_KINDS) await rm(path(kind, DRAFT), { force: true });
    }
  }
}

async function exportKind(
  executor: SqlExecutor,
  kind: BundleKind,
  lines: ExportLines,
  path: string,
  { onProgress, signal }: ExportWatch,
): Promise<ExportedFile> {
  const begun = performance.now();
  const file = `${kind}.ndjson`;
  const onLines = (written: number) => onProgress?.({ file, lines: written });
  const written = await writeLines(path, readLines(executor, lines, signal), { onLines, signal });
  return { file, lines: written, seconds: (performance.now() - begun) / 1000 };
}
