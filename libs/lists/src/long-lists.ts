import { LRUCache } from 'lru-cache';
import { rowsName, shapeName, SOME_ROWS, type KnownTotal } from './list-statements.js';
import type { ListQuery } from './list-query.js';
import { selectivityOf } from './parameter.js';

/** Lists that were long are remembered up to this number. */
const MOST = 2_000;

/** The lists that were long when they were read last, and how long: pages by number and by cursor share what they counted. */
export class LongLists {
  private readonly known = new LRUCache<string, KnownTotal>({ max: MOST });
  /** Whether the last list of a shape was long. */
  private readonly shapes = new LRUCache<string, boolean>({ max: MOST });

  /** The name of a list that may be long; undefined: it is short, whatever the values of its parameters. */
  nameOf(list: ListQuery): string | undefined {
    return selectivityOf(list.query) === 'low' ? rowsName(list) : undefined;
  }

  /** Whether another list with the same conditions was long the last time. */
  isLikely(list: ListQuery): boolean {
    return this.shapes.get(shapeName(list)) === true;
  }

  /** Takes in how long a list was. */
  noteLength(list: ListQuery, total: number): void {
    this.shapes.set(shapeName(list), total > SOME_ROWS);
  }

  /** Its total at an earlier snapshot. */
  totalOf(name: string | undefined): KnownTotal | undefined {
    return name === undefined ? undefined : this.known.get(name);
  }

  /**
   * Takes in what a statement has read that was given the total.
   *
   * @returns false when that was of another life of the server: snapshots cannot be compared then, nor the total believed
   */
  note(name: string | undefined, given: KnownTotal | undefined, read: KnownTotal): boolean {
    if (name === undefined) return true;
    const isRight = !given || given.life === read.life;
    if (isRight && read.total > SOME_ROWS) this.known.set(name, read);
    else this.known.delete(name);
    return isRight;
  }
}
