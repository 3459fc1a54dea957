import type { Copy, CopyRow } from '../pages/keeping-a-copy.js';

type Row = Readonly<Record<string, unknown>>;

/** The states of a resource, as shown to the copy. */
interface Sighting {
  readonly thing: string;
  readonly row: Row | undefined;
}

/** A copy in memory that records the received states and their faults. */
export class WatchedCopy implements Copy {
  readonly rows = new Map<string, Row>();
  readonly sightings: Sighting[] = [];
  readonly faults: string[] = [];
  cursor: string | undefined;
  /** The number of full reads, applied changes, and pages with changes. */
  readonly counts = { replaced: 0, changes: 0, pages: 0 };

  private readonly created = new Map<string, string>();
  private readonly cursors = new Set<string>();

  async replace(rows: readonly CopyRow[], cursor: string): Promise<void> {
    this.counts.replaced += 1;
    this.created.clear();
    this.cursors.clear();
    const there = new Set(rows.map(thingOf));
    for (const thing of this.rows.keys()) if (!there.has(thing)) this.see(thing, undefined);
    for (const row of rows) this.see(thingOf(row), row.row);
    this.cursor = cursor;
    return Promise.resolve();
  }

  apply(rows: readonly CopyRow[], cursor: string): Promise<void> {
    this.counts.changes += rows.length;
    this.counts.pages += Number(rows.length > 0);
    for (const row of rows) {
      this.check(row);
      this.see(thingOf(row), row.row);
    }
    this.cursor = cursor;
    return Promise.resolve();
  }

  private see(thing: string, row: Row | undefined): void {
    this.sightings.push({ thing, row });
    if (row) this.rows.set(thing, row);
    else this.rows.delete(thing);
  }

  /** No change is received twice, and no resource is created twice. */
  private check({ cursor = '', kind = '', kinds = [kind], ...row }: CopyRow): void {
    const thing = thingOf(row);
    if (this.cursors.has(cursor)) this.faults.push(`${thing} ${kind}: its cursor has come before`);
    this.cursors.add(cursor);
    if (!kinds.includes('created')) return;
    const told = `${kinds.join('+')} at ${Buffer.from(cursor, 'base64url').toString()}`;
    const before = this.created.get(thing);
    if (before) this.faults.push(`${thing} is created again: ${before}, then ${told}`);
    this.created.set(thing, told);
  }
}

const thingOf = ({ resource, id }: CopyRow): string => `${resource} ${id}`;
