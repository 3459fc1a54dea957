/** The resources of the change log. */
export const RESOURCES = ['account', 'agent', 'credential', 'enquiry', 'listing', 'property', 'suburb'] as const;

export type Resource = (typeof RESOURCES)[number];

/** The logged columns of a row, by their names in the table. */
export type NarrowRow = Readonly<Record<string, unknown>>;

/** A change as `changes_since` reads it. */
export interface LoggedChange {
  /** The transaction id; a text, because it exceeds the range of JSON's numbers. */
  readonly xid: string;
  readonly resource: string;
  /** `null`: any row of the resource. */
  readonly id: number | null;
  readonly websiteID: number | null;
  /** The previous account of the row, if it was another one. */
  readonly formerWebsiteID: number | null;
  /** The row before the change; `null` for a new row. If both rows are `null`, the result of every test is unknown. */
  readonly old: NarrowRow | null;
  readonly new: NarrowRow | null;
}

/** A change in the order in which this process has read it. */
export interface Change extends Omit<LoggedChange, 'xid' | 'resource'> {
  readonly position: number;
  readonly xid: number;
  readonly resource: Resource;
}

/** Whether a row meets a condition; undefined: unknown. */
export type RowMatch = boolean | undefined;

/** Tests a row against a condition. True and false are certain. */
export interface MatchesRow {
  (row: NarrowRow): RowMatch;
  /** The columns that determine the result; absent: any column may. */
  readonly columns?: readonly string[];
}

/** Whether the row may have met the condition before the change, or may meet it now. */
export function mayMatch({ old, new: now }: Change, test: MatchesRow): boolean {
  if (old === null && now === null) return true;
  return (old !== null && test(old) !== false) || (now !== null && test(now) !== false);
}

/**
 * By how much a change moves the number of rows that meet the condition; undefined: unknown. Without a condition, all
 * rows count.
 */
export function movesCount({ old, new: now }: Change, test: MatchesRow = () => true): number | undefined {
  if (old === null && now === null) return undefined;
  const before = old !== null && test(old);
  const after = now !== null && test(now);
  if (before !== undefined && after !== undefined) return Number(after) - Number(before);
  return old && now && test.columns && haveSame(test.columns, old, now) ? 0 : undefined;
}

/** Whether two rows certainly have equal values in all of these columns. */
export const haveSame = (columns: readonly string[], one: NarrowRow, other: NarrowRow): boolean =>
  columns.every((column) => isSame(one[column], other[column]));

function isSame(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return false;
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}
