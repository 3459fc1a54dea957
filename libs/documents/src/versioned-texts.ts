import type { SqlExecutor } from '@app/sql';
import { LRUCache } from 'lru-cache';

/** Where rows were read, and where what they name can be read. */
export interface RowSource {
  /** The incarnation of the server: after crash recovery the same version may name another text (ADR 15). */
  readonly serverIncarnation: string;
  readonly executor: SqlExecutor;
  /** Whether they were read before: they may be read again. */
  readonly isRepeated?: boolean;
}

/** A text with its name: the id and the version of its row, separated by a space. */
export interface VersionedText<T> {
  readonly versionKey: string;
  readonly text: T;
}

/** Rows whose ids lie together are read together: soon after the start no more statements are needed. */
const NEIGHBOURS = 64;

/** What an entry of a cache takes beside its text, approximately, in bytes. */
const ENTRY_BYTES = 150;

/**
 * Texts of rows that an id and a version name for ever, kept in the process (ADR 22). Nothing makes them invalid; those
 * that were not used for longest go when there are too many.
 */
export class VersionedTexts<T extends object> {
  private serverIncarnation = '';
  private readonly kept: LRUCache<string, T>;

  /**
   * @param maxBytes approximate limit of the memory of all texts, as measured by `sizeOf`
   * @param read the present texts of the rows with these ids
   */
  constructor(
    maxBytes: number,
    sizeOf: (text: T) => number,
    private readonly read: (executor: SqlExecutor, ids: readonly number[]) => Promise<readonly VersionedText<T>[]>,
  ) {
    this.kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: (text) => sizeOf(text) + ENTRY_BYTES });
  }

  /** The text with this version key, if it is kept. */
  get(versionKey: string, serverIncarnation: string): T | undefined {
    return serverIncarnation === this.serverIncarnation ? this.kept.get(versionKey) : undefined;
  }

  /** Reads the texts with these version keys; those of rows that have changed since are not among them. */
  async load(versionKeys: ReadonlySet<string>, { serverIncarnation, executor }: RowSource): Promise<void> {
    if (versionKeys.size === 0) return;
    const ids = [...versionKeys].map(idOf);
    const hasRoom = this.kept.calculatedSize < this.kept.maxSize / 2;
    const read = await this.read(executor, hasRoom ? withNeighbours(ids) : ids);
    if (serverIncarnation !== this.serverIncarnation) this.kept.clear();
    this.serverIncarnation = serverIncarnation;
    for (const { versionKey, text } of read) this.kept.set(versionKey, text);
  }
}

function withNeighbours(ids: readonly number[]): number[] {
  const blocks = new Set(ids.map((id) => Math.floor(id / NEIGHBOURS)));
  return [...blocks].flatMap((block) => Array.from({ length: NEIGHBOURS }, (_, at) => block * NEIGHBOURS + at));
}

/** The id in a version key. */
export const idOf = (versionKey: string): number => Number.parseInt(versionKey, 10);
