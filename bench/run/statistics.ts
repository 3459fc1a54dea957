/** What one server did with one class: rates in requests a second, times in milliseconds. */
export interface Measured {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server for each request. */
  readonly node?: number | undefined;
  /** Processor time of PostgreSQL for each request; what is written meanwhile is in it. */
  readonly postgres?: number | undefined;
  /** Statements for each request, without the one that all requests of a moment share. */
  readonly statements?: number | undefined;
  /** The share of lists that were not made anew: kept, unchanged, or made by another request at that moment. */
  readonly hits?: number | undefined;
  /** The share of lists that had been kept, and were dropped because a change could concern them. */
  readonly drops?: number | undefined;
  /** Commits in each second, as they came about. */
  readonly commits?: number | undefined;
  /** The share of requests that had to be asked a second time, because those never asked were used up. */
  readonly repeated?: number | undefined;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Each by itself. */
export function medianOf(rounds: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => {
    const values = rounds.flatMap((round) => round[name] ?? []);
    return values.length > 0 ? median(values) : undefined;
  };
  const some = (name: keyof Measured) => of(name) ?? 0;
  return {
    rate: some('rate'),
    p50: some('p50'),
    p99: some('p99'),
    node: of('node'),
    postgres: of('postgres'),
    statements: of('statements'),
    hits: of('hits'),
    drops: of('drops'),
    commits: of('commits'),
    repeated: of('repeated'),
  };
}
