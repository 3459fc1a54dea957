import type { Change, NarrowRow, Resource } from './change.js';

/** Columns of logged rows that rows of other resources determine. */
const SOURCES: Partial<Record<Resource, Readonly<Record<string, Resource>>>> = {
  listing: { shown_by: 'account', place: 'suburb' },
  account: { place: 'suburb' },
  agent: { place: 'suburb' },
  property: { place: 'suburb' },
};
/** Columns that other tables of the same thing determine. */
const OWN: Partial<Record<Resource, readonly string[]>> = { listing: ['agents'] };

/** The number of things that are remembered one by one. */
const MOST_THINGS = 20_000;

/**
 * A transaction logs columns of other rows as it sees them when it writes. If one of those is changed by a transaction
 * that commits first, the logged row is older than what an answer was made of, although its change is seen later. This
 * can only be so if the writer had its transaction id before the other change was seen; the row then loses the column,
 * which makes any condition on it count as met.
 */
export class DerivedColumns {
  /** The end of the snapshot in which a change of the resource was seen last, and of each thing with columns in OWN. */
  private readonly resources = new Map<Resource, number>();
  private readonly things = new Map<string, number>();
  /** What was seen before snapshots with this end is not known. */
  private start = 0;

  startAt(end: number): void {
    this.start = end;
    this.resources.clear();
    this.things.clear();
  }

  /** Notes changes that a snapshot with this end has seen first. */
  note(changes: readonly Pick<Change, 'resource' | 'id'>[], end: number): void {
    for (const { resource, id } of changes) {
      this.resources.set(resource, end);
      if (OWN[resource]) this.noteThing(`${resource} ${id}`, end);
    }
  }

  private noteThing(thing: string, end: number): void {
    if (this.things.size >= MOST_THINGS || thing.endsWith('null')) this.startAt(end);
    this.things.set(thing, end);
  }

  /** The change with the columns that can be relied on. */
  trusted(change: Change): Change {
    const doubtful = this.doubtful(change);
    if (doubtful.length === 0) return change;
    return { ...change, old: without(change.old, doubtful), new: without(change.new, doubtful) };
  }

  private doubtful({ resource, id, xid }: Change): string[] {
    const others = Object.entries(SOURCES[resource] ?? {}).filter(
      ([, source]) => xid < (this.resources.get(source) ?? this.start),
    );
    const own = xid < (this.things.get(`${resource} ${id}`) ?? this.start) ? (OWN[resource] ?? []) : [];
    return [...others.map(([column]) => column), ...own];
  }
}

function without(row: NarrowRow | null, columns: readonly string[]): NarrowRow | null {
  return row && Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}
