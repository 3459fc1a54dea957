import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listingLines, type ListingLine } from '@app/listings';
import { SqlExecutor } from '@app/sql';
import { timeZoneOf } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { NoAccountError } from '../intake/feed-importer.js';
import type { OutgoingListing } from '../reaxml/writing/outgoing.js';
import { writeReaxml } from '../reaxml/writing/write-reaxml.js';
import { outgoingRows, type OutgoingRow } from './outgoing-rows.repository.js';

/** Progress and cancellation of an export. */
export interface ReaxmlWatch {
  readonly onProgress?: (progress: { readonly file: string; readonly lines: number }) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Exports the listings of accounts as REAXML. */
@Injectable()
export class ReaxmlExporter {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Writes the listings of an account as REAXML, read from one snapshot of the database. The file appears under its name
   * only when it is complete. Resolves to the number of listings.
   *
   * @throws NoAccountError, or any error of the database, the file system or the signal
   */
  async export(websiteID: number, path: string, { onProgress, signal }: ReaxmlWatch = {}): Promise<number> {
    const draft = `${path}.draft`;
    let lines = 0;
    try {
      await this.executor.readSnapshot(async (executor) => {
        const rows = await outgoingRows(executor, websiteID, signal);
        if (!rows) throw new NoAccountError(websiteID);
        const listings = async function* () {
          for await (const set of rows) {
            yield* set.map(outgoing);
            lines += set.length;
            onProgress?.({ file: path, lines });
          }
        };
        const xml = Readable.from(writeReaxml(listings()), { objectMode: true, highWaterMark: 64 });
        await pipeline(xml, createWriteStream(draft), { signal });
      });
      await rename(draft, path);
      return lines;
    } finally {
      await rm(draft, { force: true });
    }
  }
}

function outgoing(row: OutgoingRow): OutgoingListing {
  const line = JSON.parse(listingLines.line(row)) as ListingLine; // the line that was written
  const { otherAgents = [], ...details } = line.details ?? {};
  const others = otherAgents.map(({ telephone: telephones, ...other }) => ({ ...other, telephones }));
  const agents = [...row.feedAgents, ...others].toSorted((one, other) => one.order - other.order);
  return { line: { ...line, details }, agents, timeZone: timeZoneOf(row, line.address) };
}
