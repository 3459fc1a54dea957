import { cursorOf, type LogOffset, type SafeHorizon } from '@app/cache';
import type { FeedPage } from './changes.service.js';
import type { ChangesRequest } from './changes.query.js';

type Read = (place: LogOffset, query: ChangesRequest, end: SafeHorizon) => Promise<FeedPage>;

/** So many pages are read at a time: the others wait, and leave the connections to requests. */
const MOST_AT_ONCE = 2;

/** Reads pages for streams: one for all that are at the same place and ask the same, and few at a time. */
export class SharedPages {
  private readonly underway = new Map<string, Promise<FeedPage>>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(private readonly load: Read) {}

  /** The page after a place, as it is now or was a moment ago: what is missing comes with the next one. */
  read(place: LogOffset, query: ChangesRequest, end: SafeHorizon): Promise<FeedPage> {
    const key = JSON.stringify([cursorOf(place), query]);
    const known = this.underway.get(key);
    if (known) return known;
    const page = this.inTurn(() => this.load(place, query, end)).finally(() => this.underway.delete(key));
    this.underway.set(key, page);
    return page;
  }

  private async inTurn(work: () => Promise<FeedPage>): Promise<FeedPage> {
    if (this.running < MOST_AT_ONCE) this.running += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
