import { BatchWriter, inTransaction, tidyTables } from '@app/bundles';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FeedEntry, FeedProblem } from '../reaxml/feed.types.js';
import { entryToPatch } from '../reaxml/mapping/entry-to-patch.js';
import type { FeedListing, RefusedEntry } from '../reaxml/mapping/listing-patch.js';
import { readReaxml } from '../reaxml/reading/read-reaxml.js';
import { rejectedEntry, importBatch, type EntryResult } from './feed-batch.js';
import { FeedFile, type CheckedFile } from './feed-file.js';
import { noCounts } from './feed-outcomes.js';
import { FeedPlaces } from './feed-places.js';
import type { FeedRunState } from './feed-plan.js';
import { FeedLines, listingsOf, type FeedLine, type FeedReport } from './feed-report.js';
import { FeedRunsRepository } from './feed-runs.repository.js';
import { FeedWriters } from './feed-writers.js';

const BATCH_ENTRIES = 400;
const BATCH_BYTES = 8 * 1024 * 1024;

/** Progress callbacks, and a signal that cancels between two batches. */
export interface FeedWatch {
  readonly onLine?: (line: FeedLine) => void;
  readonly onProgress?: (progress: { readonly file: string; readonly lines: number; readonly read: number }) => void;
  readonly signal?: AbortSignal | undefined;
  /** The command that imports, for the audit log; default: `import`. */
  readonly command?: string;
}

/** The account of a feed does not exist. */
export class NoAccountError extends Error {
  override readonly name = 'NoAccountError';

  constructor(websiteID: number) {
    super(`There is no account ${websiteID}`);
  }
}

/** Imports REAXML files. */
@Injectable()
export class FeedImporter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writers: FeedWriters,
    private readonly runs: FeedRunsRepository,
  ) {}

  /**
   * Imports one REAXML file for an account. The whole file is checked first and rejected if it is not REAXML. Then its
   * listings are written in batches. Each listing stands alone: a problem with one is reported and the others are
   * imported. Importing the same file again changes nothing.
   *
   * @throws NoAccountError, or any error of the database, the file or the signal; batches written before stay
   */
  async import(path: string, websiteID: number, watch: FeedWatch = {}): Promise<FeedReport> {
    const file = await FeedFile.open(path);
    try {
      return await this.importChecked(file, await file.check(), websiteID, watch);
    } finally {
      await file.close();
    }
  }

  /** Imports a REAXML file that is already open and checked; see `import`. */
  async importChecked(
    feedFile: FeedFile,
    { hash, problem }: CheckedFile,
    websiteID: number,
    watch: FeedWatch,
  ): Promise<FeedReport> {
    const startedAt = new Date().toISOString();
    const file = feedFile.name;
    const run = await this.runs.begin({ websiteID, file, hash, startedAt }, watch.command ?? 'import');
    if (run === undefined) throw new NoAccountError(websiteID);
    const feed = new FeedRun(this.dataSource, this.writers, websiteID, file, watch);
    const fatal = problem ? fatalText(problem) : await feed.importEntries(feedFile);
    const endedAt = new Date().toISOString();
    const problems = feed.lines.toArray();
    const report = { file, websiteID, hash, startedAt, endedAt, ...feed.counts, fatal: fatal ?? null, problems };
    await this.runs.end(run, report);
    await tidyTables(this.dataSource, [{ kind: 'listings', ...feed.counts }]);
    return report;
  }
}

/** The import of one file. */
class FeedRun {
  readonly counts = noCounts();
  readonly lines: FeedLines;
  private readonly state: FeedRunState;

  constructor(
    private readonly dataSource: DataSource,
    writers: FeedWriters,
    websiteID: number,
    private readonly file: string,
    private readonly watch: FeedWatch,
  ) {
    this.lines = new FeedLines(file, watch.onLine);
    this.state = { websiteID, writers, places: new FeedPlaces() };
  }

  /**
   * Imports the entries; the next batch is read while one is written. Resolves to the reason when the file ends early
   * with a fatal fault.
   */
  async importEntries(source: FeedFile): Promise<string | undefined> {
    let batch: FeedListing[] = [];
    let begun = 0;
    const writer = new BatchWriter();
    const flush = async () => {
      await writer.end();
      this.watch.signal?.throwIfAborted();
      this.watch.onProgress?.({ file: this.file, lines: listingsOf(this.counts), read: source.read / source.bytes });
      await writer.begin((onSaving) => this.write(batch, onSaving));
      batch = [];
      begun = source.read;
    };
    let fatal: string | undefined;
    try {
      for await (const one of readReaxml(source.pieces())) {
        if (one.kind === 'entry') batch.push(...this.read(one));
        else if (one.fatal) fatal = fatalText(one);
        else this.reportFileProblem(one);
        if (batch.length >= BATCH_ENTRIES || source.read - begun >= BATCH_BYTES) await flush();
      }
      await flush();
    } finally {
      await writer.end();
    }
    return fatal;
  }

  private read(entry: FeedEntry): FeedListing[] {
    const read = entryToPatch(entry);
    if (read.kind === 'listing') return [read];
    this.report(read, { outcome: 'rejected', notes: read.notes });
    return [];
  }

  private async write(batch: readonly FeedListing[], onSaving: () => void): Promise<void> {
    if (batch.length === 0) return;
    const taken = await this.store(batch, onSaving).catch(() => this.oneByOne(batch));
    batch.forEach((listing, at) => {
      const { outcome, notes } = taken[at] ?? notStored(listing);
      this.report(listing, { outcome, notes: [...listing.notes, ...notes] });
    });
  }

  private store(batch: readonly FeedListing[], onSaving: () => void): Promise<EntryResult[]> {
    return inTransaction(this.dataSource, (executor) => importBatch(executor, batch, this.state, onSaving));
  }

  /**
   * Writes the listings of a failed batch one at a time, so that only the faulty one is rejected. Errors that are not
   * about the listing, such as a lost connection, end the run.
   */
  private async oneByOne(batch: readonly FeedListing[]): Promise<EntryResult[]> {
    const taken: EntryResult[] = [];
    for (const listing of batch) {
      const [entry = notStored(listing)] = await this.store([listing], () => undefined).catch((error: unknown) => {
        if (isDataError(error)) return [notStored(listing)];
        throw error;
      });
      taken.push(entry);
    }
    return taken;
  }

  private report({ number, uniqueID }: FeedListing | RefusedEntry, { outcome, notes }: EntryResult): void {
    this.counts[outcome] += 1;
    for (const note of notes) this.lines.add({ entry: number, uniqueID, ...note, outcome });
  }

  private reportFileProblem({ line, column, problem, done }: FeedProblem): void {
    this.lines.add({ line, column, entry: null, uniqueID: '', element: '', problem, done, outcome: '' });
  }
}

const notStored = (listing: FeedListing): EntryResult => rejectedEntry(listing, '', 'cannot be stored');

/** Example: "is not well-formed XML: unclosed tag: land (line 12, column 3)" */
const fatalText = ({ problem, line, column }: FeedProblem): string => `${problem} (line ${line}, column ${column})`;

/** PostgreSQL error classes for invalid data: 21 and 22 data, 23 integrity, 54 limits. */
const DATA_ERRORS = /^(21|22|23|54)/;

/**
 * Whether the data of the listing caused the error. TypeORM's errors carry the driver's code; a COPY throws the
 * driver's error itself.
 */
function isDataError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  if (!(error instanceof Error) || !('code' in error)) return false;
  return typeof error.code === 'string' && DATA_ERRORS.test(error.code);
}
