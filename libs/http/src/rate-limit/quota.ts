import type { LimitName } from '@app/config';
import { LRUCache } from 'lru-cache';

/** At most this number of requests within a window of this number of seconds. */
export interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

/** The state of a key: the requests left in its window, and when the next window starts. */
export interface Allowance {
  /** Negative when the limit was exceeded. */
  readonly left: number;
  readonly seconds: number;
}

interface Window {
  taken: number;
  readonly ends: number;
}

/** Limits memory to a few megabytes: beyond this number, the least recently used keys are dropped. */
const MAX_KEYS = 20_000;

/** Counts requests by key, in fixed windows that start with the first request of a key. */
export class Quota {
  /** The value of `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-08). */
  readonly policy: string;
  private readonly windows = new LRUCache<string, Window>({ max: MAX_KEYS });

  constructor(
    readonly name: LimitName,
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

  /** Reads the state without counting. */
  look(key: string): Allowance {
    const now = performance.now();
    const window = this.windows.get(key);
    const isOpen = window !== undefined && window.ends > now;
    return this.allowance(isOpen ? window : { taken: 0, ends: now }, now);
  }

  /** The number of keys that are being counted. */
  get size(): number {
    return this.windows.size;
  }

  private allowance({ taken, ends }: Window, now: number): Allowance {
    return { left: this.limit.requests - taken, seconds: Math.min(this.limit.seconds, Math.ceil((ends - now) / 1000)) };
  }
}
