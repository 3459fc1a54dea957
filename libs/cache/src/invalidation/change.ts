/** What changes are about. */
export const RESOURCES = ['account', 'agent', 'credential', 'listing', 'property', 'suburb'] as const;

export type Resource = (typeof RESOURCES)[number];

/** The columns of a thing that answers can depend on, under the names of the table's columns. */
export type NarrowRow = Readonly<Record<string, unknown>>;

/** A change as `changes_since` reads it. */
export interface LoggedChange {
  /** The transaction; as text, because it exceeds the range of JSON's numbers. */
  readonly xid: string;
  readonly resource: string;
  /** `null`: any of the resource. */
  readonly id: number | null;
  readonly websiteID: number | null;
  /** The row before the change; `null` when it is new, or when both are `null`: the change cannot be judged. */
  readonly old: NarrowRow | null;
  readonly new: NarrowRow | null;
}

/** A change in the order in which this process has seen it. */
export interface Change extends Omit<LoggedChange, 'xid' | 'resource'> {
  readonly position: number;
  readonly xid: number;
  readonly resource: Resource;
}

/** Whether a row meets a condition; undefined: it cannot be judged, and may. */
export type Verdict = boolean | undefined;

/** Judges a row by a condition. True and false are certain. */
export interface RowTest {
  (row: NarrowRow): Verdict;
  /** The columns that decide whether the row meets the condition; when absent, others may. */
  readonly columns?: readonly string[];
}

/** Whether the thing may have met the condition before the change, or may meet it now. */
export function mayConcern({ old, new: now }: Change, test: RowTest): boolean {
  if (old === null && now === null) return true;
  return (old !== null && test(old) !== false) || (now !== null && test(now) !== false);
}
