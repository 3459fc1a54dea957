import { BatchWriter } from '@app/bundles';
import { fold } from '@app/lists';
import type { SqlExecutor } from '@app/sql';
import { findCurrent, findNeighbours, withdraw } from './feed-listings.repository.js';
import { importBatch } from './feed-batch.js';
import { FeedTally, listingsOf, type FeedMode, type FeedOutcome } from './feed-report.js';
import { FeedPart } from './feed-part.js';
import { FeedPlaces } from './feed-places.js';
import type { FeedWriters } from './feed-agents.writer.js';
import { keyIn, rejectedEntry, type EntryResult } from './feed-plan.js';
import { isSameOffer, type FeedScope } from './feed-scope.js';
import type { FeedSource } from './feed-source.js';
import type { ListingKey } from '@app/listings';
import {
  type FeedEntry,
  type FeedProblem,
  entryToPatch,
  type FeedListing,
  type RefusedEntry,
  readReaxml,
} from '@app/reaxml';

const BATCH_ENTRIES = 400;
const BATCH_BYTES = 8 * 1024 * 1024;

/** Callbacks for progress, and between two batches. */
export interface FeedWatch {
  readonly onProgress?: (progress: { readonly file: string; readonly lines: number; readonly read: number }) => void;
  readonly signal?: AbortSignal | undefined;
  /** Awaited between two batches, to give way to others. */
  readonly giveWay?: () => Promise<void>;
}

/** The parts that a run of a feed works with. */
export interface FeedRunParts {
  readonly writers: FeedWriters;
  /** Runs work in a transaction. */
  readonly transact: <T>(work: (executor: SqlExecutor) => Promise<T>) => Promise<T>;
  /** The account of an entry, by its `agentID` in lower case; undefined if no account has it. */
  readonly accountOf: (agentID: string) => number | undefined;
  readonly mode: FeedMode;
  readonly scope: FeedScope;
  /** Identifies the listings that the last full feed of an account did not withdraw, if it was the same file. */
  readonly refusedBefore: (websiteID: number) => Promise<string>;
}

/** An entry that will be written, and the part of its account. */
interface Taken {
  readonly part: FeedPart;
  readonly listing: FeedListing;
}

/** The import of one feed. */
export class FeedRun {
  readonly tally: FeedTally;
  /** By websiteID. */
  readonly parts = new Map<number, FeedPart>();
  private readonly places = new FeedPlaces();
  /** Whether entries may belong to any account. */
  private isUncertain = false;

  constructor(
    private readonly file: string,
    private readonly needs: FeedRunParts,
    private readonly watch: FeedWatch,
  ) {
    this.tally = new FeedTally(file);
  }

  /**
   * Imports the entries; the next batch is read while one is written. Resolves to the reason when the file ends early
   * with a fatal fault.
   */
  async importEntries(source: FeedSource): Promise<string | undefined> {
    let batch: Taken[] = [];
    let begun = 0;
    const writer = new BatchWriter();
    const flush = async () => {
      await writer.end();
      this.watch.signal?.throwIfAborted();
      await this.watch.giveWay?.();
      this.watch.onProgress?.({
        file: this.file,
        lines: listingsOf(this.tally.counts),
        read: source.read / source.bytes,
      });
      await writer.begin((onSaving) => this.write(batch, onSaving));
      batch = [];
      begun = source.read;
    };
    let fatal: string | undefined;
    await this.nameFirst(source);
    try {
      for await (const one of readReaxml(source.pieces())) {
        if (one.kind === 'entry') batch.push(...(await this.take(one)));
        else if (one.fatal) fatal = fatalText(one);
        else this.tally.add({ line: one.line, column: one.column, problem: one.problem, done: one.done });
        if (batch.length >= BATCH_ENTRIES || source.read - begun >= BATCH_BYTES) await flush();
      }
      await flush();
    } finally {
      await writer.end();
    }
    if (fatal === undefined) {
      for (const part of this.parts.values()) {
        if (this.needs.mode === 'full') await this.withdrawMissing(part);
        await this.reportTwins(part);
      }
    }
    return fatal;
  }

  /** Names the offices of the request; with `match`, also all entries, so that none takes over a listing of another. */
  private async nameFirst(source: FeedSource): Promise<void> {
    const { agentID: offices = [], match } = this.needs.scope;
    for (const agentID of offices) await this.partOf({ agentID });
    if (!match) return;
    for await (const one of readReaxml(source.pieces())) {
      if (one.kind !== 'entry') continue;
      const read = entryToPatch(one);
      (await this.partOf(read))?.names(read);
    }
  }

  private async take(entry: FeedEntry): Promise<Taken[]> {
    const read = entryToPatch(entry);
    const part = await this.partOf(read);
    part?.names(read);
    if (read.agentID === '') this.isUncertain = true;
    if (read.kind === 'listing' && part) return [{ part, listing: read }];
    const notes = read.kind === 'listing' ? [...read.notes, ...nobodys(read).notes] : read.notes;
    this.report(part, read, { outcome: 'rejected', notes });
    return [];
  }

  private async partOf({ agentID }: Pick<FeedListing, 'agentID'>): Promise<FeedPart | undefined> {
    const websiteID = this.needs.accountOf(fold(agentID));
    if (websiteID === undefined) return undefined;
    const known = this.parts.get(websiteID);
    if (known) return known;
    const { mode, transact, writers, scope } = this.needs;
    const current = mode === 'full' ? await transact((executor) => findCurrent(executor, websiteID)) : new Map();
    const part = new FeedPart(this.file, { websiteID, writers, places: this.places }, scope, current);
    this.parts.set(websiteID, part);
    return part;
  }

  private async write(batch: readonly Taken[], onSaving: () => void): Promise<void> {
    const results = new Map<FeedListing, EntryResult>();
    const parts = new Set(batch.map(({ part }) => part));
    for (const part of parts) {
      const own = batch.filter((taken) => taken.part === part).map(({ listing }) => listing);
      const stored = await this.store(part, own, onSaving).catch(() => this.oneByOne(part, own));
      for (const [listing, result] of stored) results.set(listing, result);
    }
    for (const { part, listing } of batch) {
      const { outcome, notes } = results.get(listing) ?? notStored(listing);
      this.report(part, listing, { outcome, notes: [...listing.notes, ...notes] });
    }
    for (const part of parts) {
      const created = batch.flatMap(({ part: of, listing }) => {
        const isNew = of === part && listing.status === 'current' && results.get(listing)?.outcome === 'created';
        return isNew ? keyIn(listing, part.state) : [];
      });
      for (const { key } of await this.twinsOf(part, created)) part.twins.push(key);
    }
  }

  private store(part: FeedPart, listings: readonly FeedListing[], onSaving: () => void) {
    return this.needs.transact((executor) => importBatch(executor, listings, part.state, onSaving));
  }

  /**
   * Writes the listings of a failed batch one at a time, so that only the faulty one is rejected. Errors that are not
   * about the listing, such as a lost connection, end the run.
   */
  private async oneByOne(part: FeedPart, batch: readonly FeedListing[]) {
    const results = new Map<FeedListing, EntryResult>();
    for (const listing of batch) {
      const stored = await this.store(part, [listing], () => undefined).catch((error: unknown) => {
        if (!isDataError(error)) throw error;
      });
      results.set(listing, stored?.get(listing) ?? notStored(listing));
    }
    return results;
  }

  private async withdrawMissing(part: FeedPart): Promise<void> {
    part.isUncertain ||= this.isUncertain;
    const { keys, problem, unconfirmed, refused } = part.missing(await this.needs.refusedBefore(part.state.websiteID));
    for (const tally of [this.tally, part.tally]) {
      tally.unconfirmed += unconfirmed;
      tally.refused = refused;
    }
    const words = unconfirmed > 0 ? `none is withdrawn without confirm=${unconfirmed}` : 'none is withdrawn';
    if (problem) this.addLine(part, { problem, done: words });
    for (let at = 0; at < keys.length; at += BATCH_ENTRIES) {
      this.watch.signal?.throwIfAborted();
      await this.watch.giveWay?.();
      const { transact, writers } = this.needs;
      const some = keys.slice(at, at + BATCH_ENTRIES);
      const outcome = 'withdrawn';
      for (const { uniqueID } of await transact((executor) => withdraw(executor, writers.listings, some))) {
        this.count(part, outcome);
        this.addLine(part, { uniqueID, problem: 'is not in the full feed', done: outcome, outcome });
      }
    }
  }

  /** New listings at the addresses of current ones that the feed does not name. */
  private async twinsOf({ named, state: { websiteID } }: FeedPart, keys: readonly ListingKey[]) {
    if (keys.length === 0) return [];
    const found = await this.needs.transact((executor) => findNeighbours(executor, keys));
    return found.flatMap(({ made, homes }) => {
      const other = homes.find(
        (home) =>
          home.websiteID === websiteID && home.status === 'current' && isSameOffer(home, made) && !named.has(home),
      );
      return other ? [{ key: made, other }] : [];
    });
  }

  /** Reports twins: perhaps another system sends the feed. */
  private async reportTwins(part: FeedPart): Promise<void> {
    for (let at = 0; at < part.twins.length; at += BATCH_ENTRIES) {
      await this.watch.giveWay?.();
      for (const { key, other } of await this.twinsOf(part, part.twins.slice(at, at + BATCH_ENTRIES))) {
        const { uniqueID } = key;
        const problem = `the current listing ${JSON.stringify(other.uniqueID)} has the same address`;
        const done = this.needs.scope.match ? 'both are kept' : 'both are kept; match=address keeps one';
        this.addLine(part, { uniqueID, element: 'uniqueID', problem, done, outcome: 'created' });
      }
    }
  }

  private report(part: FeedPart | undefined, entry: FeedListing | RefusedEntry, { outcome, notes }: EntryResult): void {
    this.count(part, outcome);
    for (const note of notes) this.addLine(part, { entry: entry.number, uniqueID: entry.uniqueID, ...note, outcome });
  }

  private count(part: FeedPart | undefined, outcome: FeedOutcome): void {
    this.tally.counts[outcome] += 1;
    if (part) part.tally.counts[outcome] += 1;
  }

  private addLine(part: FeedPart | undefined, line: Parameters<FeedTally['add']>[0]): void {
    part?.tally.add(line);
    this.tally.add(line);
  }
}

const notStored = (listing: FeedListing): EntryResult => rejectedEntry(listing, '', 'cannot be stored');

const nobodys = (listing: FeedListing): EntryResult =>
  rejectedEntry(listing, 'agentID', `"${listing.agentID.slice(0, 100)}" is in the feedAgentIDs of no account`);

/** Example: "is not well-formed XML: unclosed tag: land (line 12, column 3)" */
export const fatalText = ({ problem, line, column }: FeedProblem): string =>
  `${problem} (line ${line}, column ${column})`;

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
