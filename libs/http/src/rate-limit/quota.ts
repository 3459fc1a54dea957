import { LRUCache } from 'lru-cache';

/** At most so many requests in any window of so many seconds. */
export interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

/** How a key stands: what is left of its window, and when the next one begins. */
export interface Allowance {
  /** Negative once more was asked than there is. */
  readonly left: number;
  readonly seconds: number;
}

interface Window {
  taken: number;
  readonly ends: number;
}

/** Whoever invents more keys than this pushes out the oldest: what is counted never takes more than a few megabytes. */
const MAX_KEYS = 20_000;

/** Counts requests for each key, in windows that begin with a key's first request. */
export class Quota {
  /** `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-08). */
  readonly policy: string;
  private readonly windows = new LRUCache<string, Window>({ max: MAX_KEYS });

  constructor(
    readonly name: string,
    private readonly limit: Limit,
  ) {
    this.policy = `"${name}";q=${limit.requests};w=${limit.seconds}`;
  }

  /** Counts one request. */
  take(key: string): Allowance {
    const now = performance.now();
    let window = this.windows.get(key);
    if (!window || window.ends <= now) {
      window = { taken: 0, ends: now + this.limit.seconds * 1000 };
      this.windows.set(key, window);
    }
    window.taken++;
    return this.allowance(window, now);
  }

  /** Counts nothing. */
  look(key: string): Allowance {
    const now = performance.now();
    const window = this.windows.get(key);
    const isOpen = window !== undefined && window.ends > now;
    return this.allowance(isOpen ? window : { taken: 0, ends: now }, now);
  }

  /** How many keys are counted now. */
  get size(): number {
    return this.windows.size;
  }

  private allowance({ taken, ends }: Window, now: number): Allowance {
    return { left: this.limit.requests - taken, seconds: Math.min(this.limit.seconds, Math.ceil((ends - now) / 1000)) };
  }
}
