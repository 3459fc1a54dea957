import type { ClassKey } from '../classes/request-class.js';
import { median, medianOf, type Measured } from './statistics.js';
import type { TargetName } from './target.js';

/** What each target did with a class in each round. */
export type Rounds = Partial<Record<TargetName, Measured[]>>;

export interface ClassResult {
  readonly key: ClassKey;
  readonly title: string;
  /** How many different requests there were. */
  readonly requests: number;
  readonly measured: Partial<Record<TargetName, Measured>>;
  /** The service's rate over that of the floor, of the usual, of the other commit: the median of the rounds' ratios. */
  readonly overFloor?: number;
  readonly overUsual?: number;
  readonly overOther?: number;
}

/** Medians over the rounds. Ratios are taken inside each round, where both had the same machine. */
export function classResult(key: ClassKey, title: string, requests: number, rounds: Rounds): ClassResult {
  const over = (other: TargetName): number | undefined => {
    const ratios = (rounds.service ?? []).flatMap(({ rate }, at) => {
      const its = rounds[other]?.[at];
      return its ? [rate / its.rate] : [];
    });
    return ratios.length > 0 ? median(ratios) : undefined;
  };
  const measured = Object.fromEntries(
    Object.entries(rounds).map(([name, all]) => [name, medianOf(all)]),
  ) as ClassResult['measured']; // the names are those of `rounds`
  return {
    key,
    title,
    requests,
    measured,
    overFloor: over('floor'),
    overUsual: over('usual'),
    overOther: over('against'),
  };
}

/** What a directory of one size gave. */
export interface SizeResult {
  readonly listings: number;
  readonly classes: readonly ClassResult[];
  /** Of the service, in MB, after everything: now, and at its highest. */
  readonly memory?: { readonly now: number; readonly peak: number };
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
  readonly seconds: number;
  readonly rounds: number;
  /** How many transactions were committed in each second meanwhile. */
  readonly commits: number;
  /** The other commit that was measured. */
  readonly against?: string;
  readonly sizes: readonly SizeResult[];
}
