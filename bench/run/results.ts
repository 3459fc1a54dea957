import type { ClassKey, RequestClass } from '../classes/request-class.js';
import { stateKey, type State } from './states.js';
import { TARGETS, type TargetName } from './target.js';

/** What a target did with a class: sums of counts and of milliseconds; of the latencies, weighted by the count. */
export interface Sums {
  readonly count: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server, and of PostgreSQL. */
  readonly node: number;
  readonly postgres: number;
  readonly statements: number;
  /** Lists, and lists of the cache. */
  readonly lists: number;
  readonly hits: number;
  /** New requests that had to be sent a second time. */
  readonly repeated: number;
  readonly commits: number;
}

/** A row of the table. */
export interface Row {
  readonly key: ClassKey;
  readonly title: string;
  readonly state: string;
  readonly measured: Partial<Record<TargetName | 'rest', Sums>>;
}

/** A build: its start, memory and writing. */
export interface BuildResult {
  readonly name: TargetName;
  readonly startSeconds: number;
  readonly restMB: number;
  readonly peakMB: number;
  readonly importLines?: number | undefined;
  readonly changes?: number | undefined;
}

/** A run, as `results.json` has it. */
export interface Results {
  readonly circumstances: string;
  readonly rows: readonly Row[];
  readonly builds: readonly BuildResult[];
}

/** All rounds together, by state, class and target. */
export class Measurements {
  private readonly sums = new Map<string, Sums>();

  add(state: State, key: ClassKey, target: TargetName, sums: Sums): void {
    const name = `${stateKey(state)} ${key} ${target}`;
    const before = this.sums.get(name);
    const names = Object.keys(sums) as (keyof Sums)[]; // its own
    const together = Object.fromEntries(names.map((each) => [each, sums[each] + (before?.[each] ?? 0)]));
    this.sums.set(name, together as unknown as Sums); // with the members of `sums`
  }

  rows(states: readonly State[], classes: readonly RequestClass[]): Row[] {
    return states.flatMap((state) => classes.flatMap((requests) => this.row(state, requests) ?? []));
  }

  private row(state: State, { key, title }: RequestClass): Row | undefined {
    const of = (name: string, target: TargetName) => this.sums.get(`${name} ${key} ${target}`);
    const name = stateKey(state);
    const rest = { written: 'again', changed: 'never', never: '', again: '' }[state.kind];
    const found = TARGETS.map((target) => [target, of(name, target)] as const);
    const measured = Object.fromEntries([...found, ['rest', of(rest, 'service')]]);
    return of(name, 'service') && { key, title, state: name, measured };
  }
}
