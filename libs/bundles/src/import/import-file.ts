import { SqlExecutor } from '@app/sql';
import type { FeatureWriters } from './feature-writers.js';
import { FirstLoad } from '../first-load.writer.js';
import { emptyTally, linesOf, type BadLine, type ImportProgress, type Tally } from './import-report.js';
import { INTAKES, type Intake } from './intakes.js';
import type { LineSource, SourceLine } from '../files/line-source.js';

/** Writes batches sequentially; the next batch is read while one is written. */
export class BatchWriter {
  private writing = Promise.resolve();

  /**
   * Starts writing a batch, and resolves when almost all remaining work is the database's. Reading the next batch
   * earlier would delay the handling of database responses.
   */
  async begin(write: (onSaving: () => void) => Promise<void>): Promise<void> {
    await this.end();
    await new Promise<void>((resolve) => {
      this.writing = write(resolve);
      // `end` throws the error.
      this.writing.then(resolve, resolve);
    });
  }

  /** Waits until all batches are written. @throws the error of the last batch */
  end(): Promise<void> {
    return this.writing;
  }
}

const BATCH_LINES = 1_000;
const BATCH_BYTES = 8 * 1024 * 1024;

/** The number of lines processed per turn of the event loop, which limits the delay of a database response. */
const LINES_A_TURN = 5;
const turn = () => new Promise(setImmediate);

/** Progress callbacks and a signal that cancels. */
export interface ImportWatch {
  readonly onBadLine?: (bad: BadLine) => void;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
}

interface GoodLine {
  readonly line: number;
  readonly prepared: unknown;
}

/** The state of one pass over the lines. */
interface Pass {
  /** The numbers of lines that refer to later lines. */
  readonly early: Set<number>;
  readonly isLast: boolean;
  readonly onSaving: () => void;
}

/** The lines of a batch, and its bad lines. */
class Batch {
  readonly good: GoodLine[] = [];
  readonly bad: BadLine[] = [];
  private bytes = 0;

  get isFull(): boolean {
    return this.good.length + this.bad.length >= BATCH_LINES || this.bytes >= BATCH_BYTES;
  }

  add(line: number, prepared: unknown, bytes: number): void {
    this.good.push({ line, prepared });
    this.bytes += bytes;
  }
}

/** Imports the lines of a source in batches; the next batch is read while one is written. */
export class FileImport {
  private readonly tally = emptyTally();
  private readonly write: ReturnType<Intake['writer']>;
  private readonly firstLoad: FirstLoad;

  /** @param executor inside a transaction */
  constructor(
    private readonly source: LineSource,
    private readonly watch: ImportWatch,
    executor: SqlExecutor,
    writers: FeatureWriters,
  ) {
    const intake = INTAKES[source.kind];
    this.write = intake.writer(executor, writers, source);
    this.firstLoad = new FirstLoad(executor, intake.bulkLoad);
  }

  async run(): Promise<Tally> {
    let early = await this.pass();
    for (let isLast = false; early.size > 0;) {
      const still = await this.pass(early, isLast);
      // This pass did not resolve any reference, so another one will not either.
      isLast = still.size === early.size;
      early = still;
    }
    this.watch.signal?.throwIfAborted();
    if (this.firstLoad.isBulk) this.watch.onProgress?.({ ...this.progress(1), isIndexing: true });
    await this.firstLoad.end();
    return this.tally;
  }

  /**
   * Imports all lines, or only lines with the given numbers. @returns the lines that refer to later ones, for another
   * pass
   */
  private async pass(only?: ReadonlySet<number>, isLast = false): Promise<Set<number>> {
    const early = new Set<number>();
    let batch = new Batch();
    const writer = new BatchWriter();
    let taken = 0;
    for await (const { lines, read = 1 } of this.source.open()) {
      if (lines.length > 0) await this.firstLoad.begin(lines.length / read);
      this.watch.signal?.throwIfAborted();
      for (const line of lines) {
        if (only && !only.has(line.line)) continue;
        this.readInto(batch, line);
        if (++taken % LINES_A_TURN === 0) await turn();
        if (!batch.isFull) continue;
        const full = batch;
        await writer.begin((onSaving) => this.writeBatch(full, { early, isLast, onSaving }));
        batch = new Batch();
        this.watch.onProgress?.(this.progress(read));
      }
    }
    const last = batch;
    await writer.begin((onSaving) => this.writeBatch(last, { early, isLast, onSaving }));
    await writer.end();
    return early;
  }

  private progress(read: number): ImportProgress {
    return { file: this.source.name, lines: linesOf(this.tally), read };
  }

  private readInto(batch: Batch, line: SourceLine): void {
    const file = this.source.name;
    if ('problem' in line) {
      batch.bad.push({ file, line: line.line, field: line.field, reason: line.problem });
      return;
    }
    const { check, prepare } = INTAKES[this.source.kind];
    const faults = check(line.value);
    if (faults.length === 0) batch.add(line.line, prepare(line.value), line.bytes ?? 0);
    for (const { field, message } of faults) {
      batch.bad.push({ file, line: line.line, field: field || 'line', reason: message });
    }
  }

  private async writeBatch({ good, bad }: Batch, { early, isLast, onSaving }: Pass): Promise<void> {
    const lines = good.map(({ prepared }) => prepared);
    const outcomes = lines.length > 0 ? await this.write(lines, onSaving) : [];
    const refused = [...bad];
    good.forEach(({ line }, at) => {
      const outcome = outcomes[at] ?? 'unchanged';
      if (typeof outcome === 'string') this.tally[outcome]++;
      else if (outcome.early && !isLast) early.add(line);
      else refused.push({ file: this.source.name, line, field: outcome.field, reason: outcome.reason });
    });
    this.tally.rejected += new Set(refused.map(({ line }) => line)).size;
    for (const one of refused.sort((a, b) => a.line - b.line)) this.watch.onBadLine?.(one);
  }
}
