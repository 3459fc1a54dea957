import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ContentCoding } from '@app/http';
import { LRUCache } from 'lru-cache';
import { noteAnswer } from './answer-events.js';
import { RESOURCES, type Resource } from './change.js';
import type { ChangeRing } from './change-ring.js';
import type { LogPosition } from './change-tracker.js';
import type { Dependence, FindDependence } from './dependence.js';

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
 * Answers by their names. An answer is valid as long as no change since it was made can concern it (ADR 24); whether that
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
    const { at: known } = answer;
    if (known.epoch !== at.epoch) return 'unknown';
    if (known.snapshot === at.snapshot) return undefined;
    if (!answer.dependsOn) return 'unknown';
    if (known.position < at.position) {
      if (!this.ring.reaches(known.position)) return 'unknown';
      const dependence = (answer.dependence ??= answer.dependsOn(() => textOf(answer)));
      for (const resource of RESOURCES)
        if (this.ring.some(resource, known.position, dependence[resource])) return resource;
      answer.at = at;
    }
    return undefined;
  }
}

const textOf = ({ body, coding }: Answer): string => (coding ? DECODERS[coding](body) : body).toString();
