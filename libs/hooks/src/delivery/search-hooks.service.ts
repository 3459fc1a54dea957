import { SETTINGS, type Settings } from '@app/config';
import { cursorOf, type LogPosition } from '@app/cache';
import { NewMatchesReader, type FoundMatches } from '@app/searches';
import { Inject, Injectable } from '@nestjs/common';
import { HookClock } from './hook-clock.js';
import { SearchProgressRepository, type SearchMessage } from './search-progress.repository.js';

const HOUR_MS = 3_600_000;

/** Tells hooks of what saved searches match: one pass over new changes (ADR 54). */
@Injectable()
export class SearchHooks {
  /** The snapshot whose changes were read. */
  private done = '';
  private movedAt = -Infinity;

  constructor(
    private readonly matches: NewMatchesReader,
    private readonly progress: SearchProgressRepository,
    private readonly clock: HookClock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Reads changes up to a position, some at a time. */
  async tell(at: LogPosition): Promise<void> {
    const { log, xid } = at.end;
    const end = `${log} ${xid}`;
    if (this.done === end) return;
    const { cursor, isAsked } = await this.progress.read();
    // Even without a hook, the cursor moves once an hour: the log is dropped after some days.
    const isDue = performance.now() - this.movedAt > HOUR_MS;
    if (isAsked || isDue) {
      const { found, place, hasNext, isMoved } = await this.matches.after(cursor, at);
      if (isMoved || isDue) {
        await this.progress.move(
          cursor,
          cursorOf(place),
          found.map((one) => this.message(one)),
          this.clock.now(),
        );
        this.movedAt = performance.now();
      }
      if (hasNext) return;
    }
    this.done = end;
  }

  private message({ search, reason, listingIDs, last }: FoundMatches): SearchMessage {
    const { id: searchID, websiteID, reference } = search;
    const url = `${this.settings.publicUrl ?? ''}/api/v1/searches/${searchID}/matches`;
    const data = { websiteID, searchID, reference, reason, listingIDs, url };
    const body = JSON.stringify({ type: 'search-matched', timestamp: last.at.toISOString(), data });
    return { websiteID, id: `${last.xid}_${last.id}_${searchID}_${reason}`, at: last.at, body };
  }
}
