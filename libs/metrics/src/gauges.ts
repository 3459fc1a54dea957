import { inTime } from '@app/process';
import type { LabelsOf, NameOf } from './metric-table.js';

type GaugeName = NameOf<'gauge'>;

/** The value of a gauge; with labels, a value for each; undefined: there is none now. */
type Reading<Name extends GaugeName> = number | undefined | readonly (readonly [LabelsOf<Name>, number])[];

/** Gauges that are read when somebody asks for the metrics. */
export interface Gauges {
  /** Of the memory of the process. */
  readonly own: { readonly [Name in GaugeName]?: () => Reading<Name> };
  /** Of the database, by cheap statements. */
  readonly database: { readonly [Name in GaugeName]?: () => Promise<number | undefined> };
}

/** A gauge as it was read. */
export interface GaugeRead {
  readonly name: GaugeName;
  readonly values: readonly (readonly [Readonly<Record<string, string>>, number])[];
}

/** The gauges of the database together have so long: Prometheus waits for ten seconds. */
const LIMIT_MS = 2_000;

/**
 * Reads gauges. Those of the database are read one after the other. One that has not answered in time, or fails, has no
 * value; until it has ended, no other one is read.
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

  private async ask(read: () => Promise<number | undefined>, until: number): Promise<number | undefined> {
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
