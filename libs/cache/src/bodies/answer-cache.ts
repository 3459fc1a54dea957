import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ContentCoding } from '@app/http';
import { LRUCache } from 'lru-cache';
import type { ChangeRing } from '../invalidation/change-ring.js';
import type { LogPosition } from '../clock/change-tracker.js';
import type { CacheDependencies, FindDependencies } from '../invalidation/dependencies.js';

/** A response as it is sent. */
export interface Answer {
  /** URL, recipient, media type and content coding. */
  readonly name: string;
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
  /** The dependencies; computed at the first test of a change. */
  dependencies?: CacheDependencies;
}

/** Memory of a response beside its body, in bytes. */
const OVERHEAD = 1_000;
/** Larger bodies are not cached. */
const LARGEST = 1024 * 1024;

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

/**
 * Cached responses by name. A response is valid until a change invalidates it (ADR 20). Changes are tested when the
 * response is requested, so a commit costs nothing.
 */
export class AnswerCache {
  private readonly answers: LRUCache<string, Answer>;

  constructor(
    private readonly ring: ChangeRing,
    bytes: number,
  ) {
    this.answers = new LRUCache({
      maxSize: bytes,
      maxEntrySize: LARGEST,
      sizeCalculation: ({ body }) => body.length + OVERHEAD,
    });
  }

  /** The response that is valid at a position; an invalid response is deleted. */
  find(name: string, at: LogPosition): Answer | undefined {
    const answer = this.answers.get(name);
    if (!answer) return undefined;
    if (this.isRight(answer, at)) return answer;
    this.answers.delete(name);
    return undefined;
  }

  /** The memory of the responses. */
  get bytes(): number {
    return this.answers.calculatedSize;
  }

  set(answer: Answer): void {
    this.answers.set(answer.name, answer);
  }

  /** Whether a response is valid at a position. If so, its own position advances. */
  isRight(answer: Answer, at: LogPosition): boolean {
    if (answer.at.snapshot === at.snapshot && answer.at.epoch === at.epoch) return true;
    const { dependsOn } = answer;
    if (!dependsOn) return false;
    const by = this.ring.invalidatedBy(() => (answer.dependencies ??= dependsOn(() => textOf(answer))), answer.at, at);
    if (by === undefined && answer.at.position < at.position) answer.at = at;
    return by === undefined;
  }
}

const textOf = ({ body, coding }: Answer): string => (coding ? DECODERS[coding](body) : body).toString();
