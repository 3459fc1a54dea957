/** What one server did with one class: rates in requests a second, times in milliseconds. */
export interface Measured {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

/** The rate and the times of requests that took so long, all of them within so many seconds. */
export function measuredOf(times: readonly number[], seconds: number): Measured {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { rate: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Each of the three by itself. */
export function medianOf(rounds: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => median(rounds.map((round) => round[name]));
  return { rate: of('rate'), p50: of('p50'), p99: of('p99') };
}
