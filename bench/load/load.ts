/** How many requests are under way at any time. */
export const CONNECTIONS = 8;

/** A request that is never answered ends the run. */
export const TIMEOUT_SECONDS = 30;

/** One request, beside the headers that all have. */
export interface Request {
  readonly path: string;
  readonly etag?: string | undefined;
}

/** What a server is asked, for how long. */
export interface Fire {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Asked in this order by all connections together, and again from the start when they are used up. */
  readonly requests: readonly Request[];
  /** The first of them. */
  readonly from: number;
  readonly seconds: number;
  /** The statuses that are right. */
  readonly statuses: readonly number[];
  readonly signal: AbortSignal;
}

/** What came of it; times in milliseconds. */
export interface Fired {
  /** How many answers there were. */
  readonly count: number;
  /** How far in the list it came, answered or not. */
  readonly asked: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** What went wrong, by how often. */
  readonly wrong: ReadonlyMap<string, number>;
}

/** What asks: a program of its own where there is one, for it must not take the core that the server needs. */
export interface Load {
  /** With its version. */
  readonly name: string;
  fire(fire: Fire): Promise<Fired>;
}
