import type { ClassKey, RequestClass } from '../classes/request-class.js';
import { stateKey, type State } from './states.js';
import type { TargetName } from './target.js';

/** Of a target and a class: requests a second, and milliseconds or statements for each request. */
export interface Measured {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly node: number;
  readonly postgres?: number | undefined;
  readonly statements: number;
  readonly hits?: number | undefined;
  readonly repeated?: number | undefined;
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
  readonly circumstances: string;
  readonly rows: readonly Row[];
  readonly builds: readonly BuildResult[];
}

/** All rounds, by state, class and target. */
export class Measurements {
  private readonly rounds = new Map<string, Map<TargetName, Measured[]>>();

  add(state: State, key: ClassKey, target: TargetName, measured: Measured): void {
    const name = `${stateKey(state)} ${key}`;
    const targets = this.rounds.get(name) ?? new Map<TargetName, Measured[]>();
    this.rounds.set(name, targets.set(target, [...(targets.get(target) ?? []), measured]));
  }

  rows(states: readonly State[], classes: readonly RequestClass[]): Row[] {
    return states.flatMap((state) => classes.flatMap((requests) => this.row(state, requests) ?? []));
  }

  private row(state: State, { key, title }: RequestClass): Row | undefined {
    const targets = this.rounds.get(`${stateKey(state)} ${key}`);
    const service = targets?.get('service');
    if (!targets || !service) return undefined;
    const rest = this.rounds.get(`${state.kind === 'written' ? 'again' : 'never'} ${key}`)?.get('service');
    const isAtRest = state.kind === 'again' || state.kind === 'never';
    const compared = new Map<TargetName | 'rest', Measured[]>(targets);
    compared.delete('service');
    if (rest && !isAtRest) compared.set('rest', rest);
    return {
      key,
      title,
      state: stateKey(state),
      measured: Object.fromEntries([...targets].map(([name, rounds]) => [name, medianOf(rounds)])),
      over: Object.fromEntries([...compared].map(([name, rounds]) => [name, ratioOf(service, rounds)])),
    };
  }
}

/** Inside each round both had the same machine. */
const ratioOf = (service: readonly Measured[], compared: readonly Measured[]): number =>
  median(service.flatMap(({ rate }, at) => rate / (compared[at]?.rate ?? NaN)));

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Each figure by itself. */
function medianOf(rounds: readonly Measured[]): Measured {
  const names = Object.keys(rounds[0] ?? {}) as (keyof Measured)[]; // its own
  const medians = names.map((name) => {
    const values = rounds.flatMap((round) => round[name] ?? []);
    return [name, values.length > 0 ? median(values) : undefined];
  });
  return Object.fromEntries(medians) as unknown as Measured; // the members of a round
}
