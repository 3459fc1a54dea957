import { LRUCache } from 'lru-cache';
import type { Bound } from './bounds.js';
import { rowsName, shapeName, SOME_ROWS, TRIED_ROWS, type GivenTotal, type KnownTotal } from './list-statements.js';
import type { ListQuery } from './list-query.js';
import { selectivityOf } from './parameter.js';

/** Lists that were long are remembered up to this number. */
const MOST = 2_000;
/** So many lists that differ in one bound. */
const MOST_OF_FAMILY = 8;

/** A long list, by one of its bounds. */
interface Relative {
  readonly name: string;
  readonly list: ListQuery;
  readonly bound: Bound;
}

/** The lists that were long when they were read last, and how long: pages by number and by cursor share what they counted. */
export class LongLists {
  private readonly known = new LRUCache<string, KnownTotal>({ max: MOST });
  /** Whether the last list of a shape had more rows than are tried. */
  private readonly shapes = new LRUCache<string, boolean>({ max: MOST });
  /** Those that were read last, by what they differ in nothing but a bound. */
  private readonly families = new LRUCache<string, readonly Relative[]>({ max: MOST / MOST_OF_FAMILY });

  /** By the question that PostgreSQL is asked. */
  private readonly areNarrowQuicker = new Map<string, boolean>();

  /** The name of a list that may be long; undefined: it is short, whatever the values of its parameters. */
  nameOf(list: ListQuery): string | undefined {
    return selectivityOf(list.query) === 'low' ? rowsName(list) : undefined;
  }

  /** Whether another list with the same conditions had more rows than are tried the last time. */
  isLikely(list: ListQuery): boolean {
    return this.shapes.get(shapeName(list)) === true;
  }

  /** Takes in how long a list was. */
  noteLength(list: ListQuery, total: number): void {
    this.shapes.set(shapeName(list), total > TRIED_ROWS);
  }

  /** A list with what was last seen of its narrow rows. */
  informed<List extends ListQuery>(list: List): List {
    const { narrow } = list;
    const wereQuicker = narrow && this.areNarrowQuicker.get(narrow.areQuicker.text);
    return wereQuicker === undefined ? list : { ...list, narrow: { ...narrow, wereQuicker } };
  }

  /** Takes in what was seen of the narrow rows of a list. */
  noteNarrow({ narrow }: ListQuery, areQuicker: boolean | undefined): void {
    if (narrow && areQuicker !== undefined) this.areNarrowQuicker.set(narrow.areQuicker.text, areQuicker);
  }

  /** Its total at an earlier snapshot. */
  totalOf(name: string | undefined): KnownTotal | undefined {
    return name === undefined ? undefined : this.known.get(name);
  }

  /** The total, at an earlier snapshot, of the list that differs least in a bound from one whose own total is not known. */
  totalNear(list: ListQuery): GivenTotal | undefined {
    if (!list.logged?.()) return undefined;
    const near = (list.bounds?.() ?? []).flatMap((bound) =>
      (this.families.get(familyName(list, bound)) ?? []).flatMap((relative) => {
        const known = this.known.get(relative.name);
        return known ? { known, relative, bound, distance: Math.abs(relative.bound.value - bound.value) } : [];
      }),
    );
    const [nearest] = near.toSorted((one, other) => one.distance - other.distance);
    if (!nearest) return undefined;
    const { known, relative, bound } = nearest;
    const isNarrower = bound.isWiderThan(relative.bound.value);
    const [wider, narrower] = isNarrower ? [list, relative.bound] : [relative.list, bound];
    return { ...known, other: { where: relative.list.where, wider, beyond: narrower.beyond, isNarrower } };
  }

  /**
   * Takes in what a statement has read that was given the total.
   *
   * @returns false when that was of another life of the server: snapshots cannot be compared then, nor the total believed
   */
  note(list: ListQuery, name: string | undefined, given: KnownTotal | undefined, read: KnownTotal): boolean {
    if (name === undefined) return true;
    if (given && given.life !== read.life) {
      this.known.clear();
      return false;
    }
    const { total, snapshot, life } = read;
    if (total > SOME_ROWS) {
      this.known.set(name, { total, snapshot, life });
      this.noteBounds(list, name);
    } else {
      this.known.delete(name);
    }
    return true;
  }

  private noteBounds(list: ListQuery, name: string): void {
    for (const bound of list.bounds?.() ?? []) {
      const family = familyName(list, bound);
      const others = (this.families.get(family) ?? []).filter((other) => other.name !== name);
      this.families.set(family, [{ name, list, bound }, ...others].slice(0, MOST_OF_FAMILY));
    }
  }
}

const familyName = (list: ListQuery, { family }: Bound): string => `${shapeName(list)} ${family}`;
