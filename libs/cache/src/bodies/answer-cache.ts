import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressedNow, type ContentCoding } from '@app/http';
import { LRUCache } from 'lru-cache';
import type { ChangeRing } from '../invalidation/change-ring.js';
import type { LogPosition } from '../clock/change-tracker.js';
import type { CacheDependencies, FindDependencies } from '../invalidation/dependencies.js';

/** A response as it is sent. */
export interface Answer {
  /** Requested content coding, media type, recipient and URL. */
  readonly name: string;
  /** The ETag without the suffix of the content coding. */
  readonly tag: string;
  /** The `Link` header. */
  readonly links: string | undefined;
  readonly body: Buffer;
  /** The content coding of the body; undefined: none. */
  readonly coding: ContentCoding | undefined;
  /** Absent: every commit invalidates the response. */
  readonly dependsOn: FindDependencies | undefined;
  /** The position up to which the response is valid. */
  at: LogPosition;
  /** The dependencies; computed when a change is first tested. */
  dependencies?: CacheDependencies;
}

/** Memory of a response besides its body, in bytes. */
const OVERHEAD = 1_000;
/** Larger bodies are not cached. */
const LARGEST = 1024 * 1024;
/** From this length on, bodies take less memory when compressed. */
const LONG = 4 * 1024;
/** The share of the memory for long uncompressed bodies. */
const SHARE_OF_LONG = 1 / 8;

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

const PLAIN = 'identity ';
const PACKED = 'br ';

/**
 * Cached responses by name. A response is valid until a change invalidates it (ADR 15). Changes are tested when the
 * response is requested, so commits cost nothing. Long bodies that are rarely requested are compressed, and
 * decompressed on demand, so that ten times as many responses fit.
 */
export class AnswerCache {
  private readonly answers: LRUCache<string, Answer>;
  private readonly long: LRUCache<string, Answer>;

  constructor(
    private readonly ring: ChangeRing,
    bytes: number,
  ) {
    const sizes = { maxEntrySize: LARGEST, sizeCalculation: ({ body }: Answer) => body.length + OVERHEAD };
    this.answers = new LRUCache({ ...sizes, maxSize: bytes * (1 - SHARE_OF_LONG) });
    this.long = new LRUCache({
      ...sizes,
      maxSize: bytes * SHARE_OF_LONG,
      dispose: (answer, _, reason) => {
        if (reason === 'evict') this.pack(answer);
      },
    });
  }

  /** The response that is valid at a position; an invalid response is deleted. */
  find(name: string, at: LogPosition): Answer | undefined {
    return this.valid(this.long, name, at) ?? this.valid(this.answers, name, at) ?? this.unpacked(name, at);
  }

  /** The memory of the responses. */
  get bytes(): number {
    return this.answers.calculatedSize + this.long.calculatedSize;
  }

  set(answer: Answer): void {
    const isLong = answer.name.startsWith(PLAIN) && answer.body.length >= LONG;
    (isLong ? this.long : this.answers).set(answer.name, answer);
  }

  /** Whether a response is valid at a position; if so, its own position advances. */
  isRight(answer: Answer, at: LogPosition): boolean {
    if (answer.at.snapshot === at.snapshot && answer.at.epoch === at.epoch) return true;
    const { dependsOn } = answer;
    if (!dependsOn) return false;
    const by = this.ring.invalidatedBy(() => (answer.dependencies ??= dependsOn(() => textOf(answer))), answer.at, at);
    if (by === undefined && answer.at.position < at.position) answer.at = at;
    return by === undefined;
  }

  private valid(answers: LRUCache<string, Answer>, name: string, at: LogPosition): Answer | undefined {
    const answer = answers.get(name);
    if (!answer) return undefined;
    if (this.isRight(answer, at)) return answer;
    answers.delete(name);
    return undefined;
  }

  private pack(answer: Answer): void {
    const name = PACKED + answer.name.slice(PLAIN.length);
    const former = this.answers.peek(name);
    const isSame = former?.coding === 'br' && former.tag === answer.tag;
    const body = isSame ? former.body : compressedNow(answer.body, 'br');
    if (body) this.answers.set(name, { ...answer, name, body, coding: 'br' });
  }

  private unpacked(name: string, at: LogPosition): Answer | undefined {
    const packed = name.startsWith(PLAIN) && this.valid(this.answers, PACKED + name.slice(PLAIN.length), at);
    if (!packed) return undefined;
    const answer = { ...packed, name, body: plainOf(packed), coding: undefined };
    this.set(answer);
    return answer;
  }
}

const plainOf = ({ body, coding }: Answer): Buffer => (coding ? DECODERS[coding](body) : body);
const textOf = (answer: Answer): string => plainOf(answer).toString();
