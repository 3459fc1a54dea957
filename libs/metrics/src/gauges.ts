import { inTime } from '@app/process';
import type { LabelsOf, NameOf } from './metric-table.js';

type GaugeName = NameOf<'gauge'>;

/** The value of a gauge, or one value per label set; undefined: there is no value at the moment. */
type Reading<Name extends GaugeName> = number | undefined | readonly (readonly [LabelsOf<Name>, number])[];

/** Gauges that are read on each scrape. */
export interface Gauges {
  /** Gauges of the process itself. */
  readonly own: { readonly [Name in GaugeName]?: () => Reading<Name> };
  /** Gauges read from the database by cheap statements. */
  readonly database: { readonly [Name in GaugeName]?: () => Promise<Reading<Name>> };
}

/** The values of a gauge at one scrape. */
export interface GaugeRead {
  readonly name: GaugeName;
  readonly values: readonly (readonly [Readonly<Record<string, string>>, number])[];
}

/** Time limit for all database gauges together, in milliseconds; Prometheus waits for ten seconds. */
const LIMIT_MS = 2_000;

/**
 * Reads gauges. Database gauges are read one after the other. A gauge that fails or exceeds the time limit has no
 * value; no other one is read until it has ended.
 */
export class GaugeReader {
  private underWay: Promise<unknown> | undefined;

  constructor(
    private readonly gauges: Gauges,
    private readonly limitMs = LIMIT_MS,
  ) {}

  async read(): Promise<GaugeRead[]> {
    const { own, database } = this.gauges;
    const until = performance.now() + this.limitMs;
    const found = entriesOf(own).map(([name, read]) => ({ name, values: valuesOf(read()) }));
    for (const [name, read] of entriesOf(database)) found.push({ name, values: valuesOf(await this.ask(read, until)) });
    return found;
  }

  private async ask(read: () => Promise<Reading<GaugeName>>, until: number): Promise<Reading<GaugeName>> {
    if (this.underWay) return undefined;
    const answer = read().catch(() => undefined);
    this.underWay = answer.finally(() => (this.underWay = undefined));
    const asked = this.underWay.then(() => answer);
    return inTime(Math.max(0, until - performance.now()), asked, () => undefined);
  }
}

/** Object.entries loses the type of the names. */
const entriesOf = <Read>(gauges: { readonly [Name in GaugeName]?: Read }): (readonly [GaugeName, Read])[] =>
  Object.entries(gauges) as [GaugeName, Read][];

const valuesOf = (reading: Reading<GaugeName>): GaugeRead['values'] =>
  reading === undefined ? [] : typeof reading === 'number' ? [[{}, reading]] : reading;
