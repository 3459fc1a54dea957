import type { ClassKey, RequestClass } from '../classes/request-class.js';
import { stateKey, type State } from './states.js';
import type { TargetName } from './target.js';

/** A target and a class: requests a second, milliseconds, and milliseconds or statements for each request. */
export interface Measured {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly node: number;
  readonly postgres?: number | undefined;
  readonly statements: number;
  readonly hits?: number | undefined;
  readonly repeated: number;
  readonly commits?: number | undefined;
}

/** A row of the table. */
export interface Row {
  readonly key: ClassKey;
  readonly title: string;
  readonly state: string;
  readonly measured: Partial<Record<TargetName, Measured>>;
  /** The service's rate over the rate of a target, or over its own rate at rest: the median of the rounds. */
  readonly over: Partial<Record<TargetName | 'rest', number>>;
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
  readonly date: string;
  readonly machine: string;
  readonly versions: string;
  readonly listings: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly baseline: string;
  readonly rows: readonly Row[];
  readonly builds: readonly BuildResult[];
}

/** All rounds, by state, class and target. */
export class Measurements {
  private readonly rounds = new Map<string, Measured[]>();

  add(state: State, key: ClassKey, target: TargetName, measured: Measured): void {
    this.rounds.set(nameOf(state, key, target), [...this.of(state, key, target), measured]);
  }

  rows(states: readonly State[], classes: readonly RequestClass[], targets: readonly TargetName[]): Row[] {
    return states.flatMap((state) =>
      classes.flatMap(({ key, title }) => {
        const service = this.of(state, key, 'service');
        if (service.length === 0) return [];
        const others = targets.map((name) => [name, this.of(state, key, name)] as const);
        const found = others.filter(([, rounds]) => rounds.length > 0);
        const rest = state.commits > 0 ? 'again' : state.kind === 'changed' ? 'never' : undefined;
        const atRest = rest ? this.of({ kind: rest, commits: 0 }, key, 'service') : [];
        const compared = [...found.filter(([name]) => name !== 'service'), ['rest', atRest] as const];
        return {
          key,
          title,
          state: stateKey(state),
          measured: Object.fromEntries(found.map(([name, rounds]) => [name, medianOf(rounds)])),
          over: Object.fromEntries(compared.map(([name, rounds]) => [name, ratioOf(service, rounds)])),
        };
      }),
    );
  }

  private of(state: State, key: ClassKey, target: TargetName): readonly Measured[] {
    return this.rounds.get(nameOf(state, key, target)) ?? [];
  }
}

const nameOf = (state: State, key: ClassKey, target: TargetName): string => `${stateKey(state)} ${key} ${target}`;

/** Inside each round both had the same machine. */
function ratioOf(service: readonly Measured[], other: readonly Measured[]): number | undefined {
  const ratios = service.flatMap(({ rate }, at) => (other[at] ? [rate / other[at].rate] : []));
  return ratios.length > 0 ? median(ratios) : undefined;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Each figure by itself. */
function medianOf(rounds: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => median(rounds.map((round) => round[name] ?? 0));
  const optional = (name: keyof Measured) => (rounds[0]?.[name] === undefined ? undefined : of(name));
  return {
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    node: of('node'),
    postgres: optional('postgres'),
    statements: of('statements'),
    hits: optional('hits'),
    repeated: of('repeated'),
    commits: optional('commits'),
  };
}
