import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressed, compressedNow, type ContentCoding } from '@app/http';
import { LRUCache } from 'lru-cache';
import { BodyArena, type Lend, type Loan } from './body-arena.js';

const MB = 1024 * 1024;

/** What is asked about a body before work is done for it. */
export interface BodyJudge<Key> {
  /** Whether it may be kept. */
  readonly isWanted: (key: Key) => boolean;
  /** Whether it is worth compressing though nobody has asked for that. */
  readonly isWorthPacking: (key: Key) => boolean;
}

/** A body in fewer bytes: in each coding in which it was asked for. */
interface Packed {
  readonly forms: Readonly<Partial<Record<ContentCoding, Buffer>>>;
  /** The length of the body. */
  readonly length: number;
  /** In the time of the bodies that are kept as they are; 0: it was not yet. */
  unpackedAt: number;
}

export interface BodyLimits {
  readonly plainBytes: number;
  readonly packedBytes: number;
  /** Larger bodies are not kept. */
  readonly largest: number;
}

/** The share of the memory that compressed bodies have: about a tenth as long, more of them are kept than others. */
const PACKED_SHARE = 0.23;

/** The limits of a store that takes so much memory in all. */
export function limitsOf(bytes: number): BodyLimits {
  const packedBytes = Math.floor(PACKED_SHARE * bytes);
  return { plainBytes: bytes - packedBytes, packedBytes, largest: MB };
}

/** What an entry of a cache takes beside the body. */
const OVERHEAD = 200;

/**
 * Bodies of answers, as they are and as they are sent compressed. Those used last are kept as they are; older ones are
 * compressed, which makes them about a tenth as long and takes a fifth of a millisecond to undo.
 */
export class BodyStore<Key extends object> {
  private readonly plain: BodyArena<Key>;
  private readonly packed: LRUCache<Key, Packed>;
  private readonly underWay = {
    br: new Map<Key, Promise<Buffer | undefined>>(),
    gzip: new Map<Key, Promise<Buffer | undefined>>(),
  };
  private readonly largest: number;

  constructor(
    private readonly judge: BodyJudge<Key>,
    { plainBytes, packedBytes, largest }: BodyLimits,
  ) {
    this.plain = new BodyArena(plainBytes, (key) => this.packEvicted(key));
    this.largest = Math.min(largest, plainBytes / 2);
    this.packed = new LRUCache({
      maxSize: packedBytes,
      maxEntrySize: Math.min(largest, packedBytes),
      sizeCalculation: ({ forms: { br, gzip } }) => OVERHEAD + (br?.length ?? 0) + (gzip?.length ?? 0),
    });
  }

  /**
   * Keeps a copy of a body, if there is room.
   *
   * @returns lends the copy; it may be called until everything that it has lent has ended
   */
  set(key: Key, body: Buffer): Lend {
    this.plain.delete(key);
    const lend = body.length > this.largest ? undefined : this.plain.set(key, body);
    return lend ?? lendingOwn(Buffer.from(body));
  }

  /** The body, for as long as it is read. */
  lend(key: Key): Loan | undefined {
    const plain = this.plain.lend(key);
    if (plain) return plain;
    const packed = this.packed.get(key);
    const body = unpacked(packed);
    if (!packed || !body) return undefined;
    // Responses that are asked for in turn, more than there is room for, would take each other's places each time.
    const before = Math.max(packed.unpackedAt, this.plain.longAgo);
    const lend = this.plain.set(key, body, before) ?? lendingOwn(body);
    packed.unpackedAt = this.plain.time;
    return lend();
  }

  /** The text of a body, as something that nobody has asked for. */
  peek(key: Key): string | undefined {
    const loan = this.borrow(key);
    const text = loan?.body.toString();
    loan?.end();
    return text;
  }

  /** The body in a coding, compressed once for all who ask for it; undefined: it is not kept, or too many are compressed. */
  async inCoding(key: Key, coding: ContentCoding): Promise<Buffer | undefined> {
    const form = this.packed.get(key)?.forms[coding] ?? this.underWay[coding].get(key);
    if (form) return form;
    const loan = this.borrow(key);
    return loan && this.pack(key, loan, coding);
  }

  /** Keeps of a body nothing but what is compressed. */
  deletePlain(key: Key): void {
    if (this.packed.has(key)) this.plain.delete(key);
  }

  delete(key: Key): void {
    this.plain.delete(key);
    this.packed.delete(key);
  }

  /** The body, though nobody has asked for it. */
  private borrow(key: Key): Loan | undefined {
    const plain = this.plain.peek(key);
    if (plain) return plain;
    const body = unpacked(this.packed.peek(key));
    return body && lendingOwn(body)();
  }

  /** Compresses a body, and ends its loan. */
  private async pack(key: Key, { body, end }: Loan, coding: ContentCoding): Promise<Buffer | undefined> {
    const underWay = this.underWay[coding];
    const packing = compressed(body, coding);
    underWay.set(key, packing);
    try {
      const form = await packing;
      if (form && this.judge.isWanted(key)) this.keepForm(key, form, coding, body.length);
      return form;
    } finally {
      end();
      underWay.delete(key);
    }
  }

  /** What was packed before still is. */
  private packEvicted(key: Key): void {
    const { judge } = this;
    if (this.packed.has(key) || !judge.isWorthPacking(key) || !judge.isWanted(key)) return;
    const loan = this.plain.peek(key);
    if (!loan) return;
    const form = compressedNow(loan.body, 'br');
    if (form) this.keepForm(key, form, 'br', loan.body.length);
    loan.end();
  }

  private keepForm(key: Key, form: Buffer, coding: ContentCoding, length: number): void {
    const known = this.packed.peek(key);
    this.packed.set(key, { forms: { ...known?.forms, [coding]: form }, length, unpackedAt: known?.unpackedAt ?? 0 });
  }
}

/** Lends what is nobody else's. */
const lendingOwn =
  (body: Buffer): Lend =>
  () => ({ body, end: () => undefined });

function unpacked(packed: Packed | undefined): Buffer | undefined {
  if (!packed) return undefined;
  const { br, gzip } = packed.forms;
  const options = { chunkSize: Math.max(64, packed.length) };
  if (br) return brotliDecompressSync(br, options);
  return gzip && gunzipSync(gzip, options);
}
