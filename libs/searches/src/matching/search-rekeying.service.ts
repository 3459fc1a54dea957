import { TimeSlice } from '@app/fairness';
import { Problem } from '@app/http';
import { Injectable } from '@nestjs/common';
import { SearchesWriter } from '../searches.writer.js';
import { QueryKeys } from './query-keys.service.js';
import type { SearchKeys } from './search-keys.js';

/** No change finds a search whose query this release cannot read. */
const NOWHERE: SearchKeys = { keys: [], isWidened: false, isBroad: false };

/** Rebuilds the keys of stored searches after an upgrade, and when surrounding suburbs have changed. */
@Injectable()
export class SearchRekeying {
  constructor(
    private readonly writer: SearchesWriter,
    private readonly keys: QueryKeys,
  ) {}

  /** Rebuilds the keys of some searches. @returns whether there were any */
  async some(): Promise<boolean> {
    const outdated = await this.writer.outdated();
    if (outdated.length === 0) return false;
    const slice = new TimeSlice();
    const made = [];
    for (const { id, query } of outdated) {
      made.push({ id, query, found: await this.keysOf(query) });
      await slice.giveWay();
    }
    await this.writer.rekey(made);
    return true;
  }

  private async keysOf(query: string): Promise<SearchKeys> {
    try {
      return (await this.keys.of(query, 0)).found;
    } catch (error) {
      if (error instanceof Problem) return NOWHERE;
      throw error;
    }
  }
}
