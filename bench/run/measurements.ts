import type { ClassKey } from '../classes/request-class.js';

/** New requests, repeated requests, and repeated requests while changes are committed. */
export const STATES = ['never', 'again', 'written'] as const;
export type State = (typeof STATES)[number];

/** `baseline`: the service of another commit. */
export type TargetName = 'service' | 'floor' | 'baseline';

export interface Measurement {
  /** Number of responses. */
  readonly count: number;
  readonly seconds: number;
  /** Processor time of the server, in milliseconds. */
  readonly cpu: number;
  /** Requests that were not new as intended: a small directory has too few. */
  readonly repeated: number;
}

/** The sums of all rounds, by class, state and target. */
export class Measurements {
  private readonly sums = new Map<string, Measurement>();

  add(key: ClassKey, state: State, target: TargetName, { count, seconds, cpu, repeated }: Measurement): void {
    const before = this.of(key, state, target) ?? { count: 0, seconds: 0, cpu: 0, repeated: 0 };
    this.sums.set(`${key} ${state} ${target}`, {
      count: before.count + count,
      seconds: before.seconds + seconds,
      cpu: before.cpu + cpu,
      repeated: before.repeated + repeated,
    });
  }

  of(key: ClassKey, state: State, target: TargetName): Measurement | undefined {
    return this.sums.get(`${key} ${state} ${target}`);
  }

  /** Responses per second. */
  rate(key: ClassKey, state: State, target: TargetName): number | undefined {
    const measured = this.of(key, state, target);
    return measured && measured.count / measured.seconds;
  }

  /** Milliseconds of the server's processor time per response. */
  cpu(key: ClassKey, state: State, target: TargetName): number | undefined {
    const measured = this.of(key, state, target);
    return measured && measured.cpu / measured.count;
  }

  /** The rate of the service as a multiple of that of the other target. */
  ratio(key: ClassKey, state: State, other: TargetName): number | undefined {
    const [own, its] = [this.rate(key, state, 'service'), this.rate(key, state, other)];
    return own && its && own / its;
  }
}
