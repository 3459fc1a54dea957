import type { ClassKey, RequestClass } from '../classes/request-class.js';
import { isFresh, stateKey, type State } from './states.js';
import { median, medianOf, type Measured } from './statistics.js';
import type { TargetName } from './target.js';

/** What each target did with a class in each round. */
export type Rounds = Partial<Record<TargetName, Measured[]>>;

/** A class in one state. */
export interface ClassResult {
  readonly key: ClassKey;
  readonly title: string;
  /** How many different requests there were. */
  readonly requests: number;
  readonly measured: Partial<Record<TargetName, Measured>>;
  /** The service's rate over that of the floor, of the usual, of the other commit: the median of the rounds' ratios. */
  readonly overFloor?: number | undefined;
  readonly overUsual?: number | undefined;
  readonly overOther?: number | undefined;
  /** The service's rate over its own: written to over asked again, after the changes over never asked. */
  readonly overRest?: number | undefined;
}

/** A state, and what its writing or changing was. */
export interface StateResult extends State {
  readonly classes: readonly ClassResult[];
}

/** How many changes there were before the state `changed`, and how many a second each build's write paths took. */
export interface ChangesResult {
  readonly count: number;
  readonly service: number;
  readonly against?: number | undefined;
}

/** What a directory of one size gave. */
export interface SizeResult {
  readonly listings: number;
  readonly states: readonly StateResult[];
  readonly changes?: ChangesResult | undefined;
  /** Of the service, in MB, after everything: now, and at its highest. */
  readonly memory?: { readonly now: number; readonly peak: number } | undefined;
}

/** A whole run, as `results.json` has it. */
export interface Results {
  readonly date: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGB: number;
    readonly system: string;
  };
  readonly versions: Readonly<Record<string, string>>;
  /** What asked. */
  readonly load: string;
  readonly seconds: number;
  readonly rounds: number;
  /** The other commit that was measured. */
  readonly against?: string;
  readonly sizes: readonly SizeResult[];
}

/** What was measured, by state and class. */
export class Measurements {
  private readonly rounds = new Map<string, Rounds>();

  add(state: State, { key }: RequestClass, target: TargetName, measured: Measured): void {
    const rounds = this.of(state, key);
    rounds[target] = [...(rounds[target] ?? []), measured];
    this.rounds.set(nameOf(state, key), rounds);
  }

  /** Medians over the rounds. Ratios are taken inside each round, where both had the same machine. */
  resultOf(state: State, classes: readonly RequestClass[]): StateResult {
    const found = classes.filter(({ key }) => this.rounds.has(nameOf(state, key)));
    return { ...state, classes: found.map((requests) => this.classResult(state, requests)) };
  }

  private classResult(state: State, { key, title, paths, fresh }: RequestClass): ClassResult {
    const rounds = this.of(state, key);
    const rest = restOf(state);
    const over = (other: Measured[] | undefined): number | undefined => ratioOf(rounds.service, other);
    return {
      key,
      title,
      requests: new Set(isFresh(state) ? fresh : paths).size,
      measured: Object.fromEntries(Object.entries(rounds).map(([name, all]) => [name, medianOf(all)])),
      overFloor: over(rounds.floor),
      overUsual: over(rounds.usual),
      overOther: over(rounds.against),
      overRest: rest && over(this.of(rest, key).service),
    };
  }

  private of(state: State, key: ClassKey): Rounds {
    return this.rounds.get(nameOf(state, key)) ?? {};
  }
}

const nameOf = (state: State, key: ClassKey): string => `${stateKey(state)} ${key}`;

/** What a state that writes is compared with. */
function restOf({ kind }: State): State | undefined {
  if (kind === 'written') return { kind: 'again', commits: 0 };
  return kind === 'changed' ? { kind: 'never', commits: 0 } : undefined;
}

function ratioOf(one: Measured[] = [], other: Measured[] = []): number | undefined {
  const ratios = one.flatMap(({ rate }, at) => {
    const its = other[at];
    return its ? [rate / its.rate] : [];
  });
  return ratios.length > 0 ? median(ratios) : undefined;
}
