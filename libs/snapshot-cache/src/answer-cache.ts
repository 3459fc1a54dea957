import type { ContentCoding } from '@app/http';
import { LRUCache } from 'lru-cache';
import type { Lend, Loan } from './body-arena.js';
import { BodyStore, type BodyLimits } from './body-store.js';
import { noteAnswer } from './answer-events.js';
import { RESOURCES, type Resource } from './change.js';
import type { ChangeRing } from './change-ring.js';
import type { LogPosition } from './change-tracker.js';
import { never, type Dependence, type FindDependence } from './dependence.js';

/** What is known of an answer; its body may be gone. */
export interface Answer {
  /** Its URL, and whom it is for. */
  readonly url: string;
  readonly tag: string;
  /** Its header `Link`. */
  readonly links: string | undefined;
  /** Of its body. */
  readonly bytes: number;
  /** When absent, any commit ends it. */
  readonly dependsOn: FindDependence | undefined;
  /** Up to where it is known to be right. */
  at: LogPosition;
  /** Whether its URL was asked for more than once. */
  isRepeated?: boolean;
}

/** How much an answer counts in the share of those whose bodies were lost. */
const WEIGHT = 0.02;
/** From this share on, bodies that were asked for once are worth packing. */
const WORTH_PACKING = 0.2;

/** The tag of an answer is kept longer than its body. */
const MAX_ANSWERS = 16_000;
/**
 * What an answer depends on is a hundred small objects, which each garbage collection goes through. For others it is found
 * again when they are judged; what is found in a body is lost with it.
 */
const MAX_DEPENDENCES = 4_000;

/**
 * Answers by their URLs. An answer is valid as long as no change since it was made can concern it (ADR 24); whether that
 * is so is only judged when it is asked for, so that a commit costs nothing.
 */
export class AnswerCache {
  private readonly bodies: BodyStore<Answer>;
  /** The share of new answers that were there before, and still right, but without their bodies. */
  private lostShare = 0;
  private readonly answers = new LRUCache<string, Answer>({
    max: MAX_ANSWERS,
    dispose: (answer) => {
      this.bodies.delete(answer);
      this.dependences.delete(answer);
    },
  });
  /** Of the answers that were judged last. */
  private readonly dependences = new LRUCache<Answer, Dependence>({ max: MAX_DEPENDENCES });

  constructor(
    private readonly ring: ChangeRing,
    limits: BodyLimits,
  ) {
    const isWanted = (answer: Answer) => this.answers.peek(answer.url) === answer;
    const isWorthPacking = ({ isRepeated }: Answer) => isRepeated === true || this.lostShare > WORTH_PACKING;
    this.bodies = new BodyStore({ isWanted, isWorthPacking }, limits);
  }

  /** The answer of a URL that is right at a position; one that is not is dropped. */
  find(url: string, at: LogPosition): Answer | undefined {
    const answer = this.answers.get(url);
    if (!answer) return undefined;
    const fault = this.judge(answer, at);
    if (fault === undefined) return answer;
    noteAnswer('drop', fault === 'unknown' ? undefined : fault);
    this.answers.delete(url);
    return undefined;
  }

  /** The body of an answer, for as long as it is being sent. */
  lend(answer: Answer): Loan | undefined {
    const loan = this.bodies.lend(answer);
    if (loan) answer.isRepeated = true;
    return loan;
  }

  /** The body of an answer in a coding; undefined: it is not kept, or cannot be compressed now. */
  async bodyInCoding(answer: Answer, coding: ContentCoding): Promise<Buffer | undefined> {
    const form = await this.bodies.inCoding(answer, coding);
    if (form) answer.isRepeated = true;
    return form;
  }

  /** Keeps a new answer. @returns lends its body, until everything that it has lent has ended */
  set(answer: Answer, body: Buffer): Lend {
    const isLost = this.answers.has(answer.url);
    if (isLost) answer.isRepeated = true;
    this.lostShare += WEIGHT * (Number(isLost) - this.lostShare);
    this.answers.set(answer.url, answer);
    return this.bodies.set(answer, body);
  }

  /** The body of a new answer in a coding: if nobody else has asked for the answer, only this form of it is kept. */
  async firstInCoding(answer: Answer, coding: ContentCoding): Promise<Buffer | undefined> {
    const form = await this.bodies.inCoding(answer, coding);
    if (form && !answer.isRepeated) this.bodies.deletePlain(answer);
    return form;
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
      const dependence = this.dependenceOf(answer);
      if (!dependence) return 'unknown';
      for (const resource of RESOURCES) {
        const concerns = dependence[resource];
        if (concerns !== never && this.ring.some(resource, known.position, concerns)) return resource;
      }
      answer.at = at;
    }
    return undefined;
  }

  private dependenceOf(answer: Answer): Dependence | undefined {
    const known = this.dependences.get(answer);
    if (known) return known;
    const found = answer.dependsOn?.(() => this.bodies.peek(answer));
    if (found) this.dependences.set(answer, found);
    return found;
  }
}
