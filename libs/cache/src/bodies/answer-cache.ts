import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ContentCoding } from '@app/http';
import { LRUCache } from 'lru-cache';
import { noteAnswer } from '../answers/answer-events.js';
import type { Resource } from '../invalidation/change.js';
import type { ChangeRing } from '../invalidation/change-ring.js';
import type { LogPosition } from '../clock/change-tracker.js';
import type { Dependence, FindDependence } from '../invalidation/dependence.js';

/** A response as it is sent. */
export interface Answer {
  /** Its URL, whom it is for, and the form in which it was asked for. */
  readonly name: string;
  readonly tag: string;
  /** Its header `Link`. */
  readonly links: string | undefined;
  readonly body: Buffer;
  /** How the body is compressed; undefined: not at all. */
  readonly coding: ContentCoding | undefined;
  /** When absent, any commit ends it. */
  readonly dependsOn: FindDependence | undefined;
  /** Up to where it is known to be right. */
  at: LogPosition;
  /** What it depends on; found when the first change is judged. */
  dependence?: Dependence;
}

/** What an answer takes beside its body, in bytes. */
const OVERHEAD = 1_000;
/** Larger bodies are not kept. */
const LARGEST = 1024 * 1024;

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

/**
 * Answers by their names. An answer is valid as long as no change since it was made can concern it (ADR 20); whether that
 * is so is only judged when it is asked for, so that a commit costs nothing.
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

  /** The answer with a name that is right at a position; one that is not is dropped. */
  find(name: string, at: LogPosition): Answer | undefined {
    const answer = this.answers.get(name);
    if (!answer) return undefined;
    const fault = this.judge(answer, at);
    if (fault === undefined) return answer;
    noteAnswer('drop', fault === 'unknown' ? undefined : fault);
    this.answers.delete(name);
    return undefined;
  }

  set(answer: Answer): void {
    this.answers.set(answer.name, answer);
  }

  /** Whether an answer is right at a position; if so, it is known to be right up to there. */
  isRight(answer: Answer, at: LogPosition): boolean {
    return this.judge(answer, at) === undefined;
  }

  /** What was changed that can concern an answer; undefined when it is right at a position. */
  private judge(answer: Answer, at: LogPosition): Resource | 'unknown' | undefined {
    if (answer.at.snapshot === at.snapshot && answer.at.epoch === at.epoch) return undefined;
    const { dependsOn } = answer;
    if (!dependsOn) return 'unknown';
    const fault = this.ring.invalidatedBy(() => (answer.dependence ??= dependsOn(() => textOf(answer))), answer.at, at);
    if (fault === undefined && answer.at.position < at.position) answer.at = at;
    return fault;
  }
}

const textOf = ({ body, coding }: Answer): string => (coding ? DECODERS[coding](body) : body).toString();
