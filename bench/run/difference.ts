import { isDeepStrictEqual } from 'node:util';

/** Where two JSON values differ. */
export interface Difference {
  readonly at: string;
  readonly left: unknown;
  readonly right: unknown;
}

/** What is compared of two JSON values. */
export interface Comparison {
  /** What may differ, by its place: `.data[].createdAt`. */
  readonly isLost: (place: string) => boolean;
  /** Is told of members that only one of two objects has, which are then left out; without it they are a difference. */
  readonly members?: MemberLedger | undefined;
}

/**
 * Members of objects that only one of two builds has, in whatever answer. What both have in one answer, and only one in
 * another, is a difference.
 */
export class MemberLedger {
  private readonly shared = new Set<string>();
  private readonly oneSided = new Map<string, Difference>();

  addShared(place: string): void {
    this.shared.add(place);
  }

  addOneSided(place: string, difference: Difference): void {
    if (!this.oneSided.has(place)) this.oneSided.set(place, difference);
  }

  /** What is in both builds, and was missing in an answer of one of them. */
  get missing(): Difference | undefined {
    return [...this.oneSided].find(([place]) => this.shared.has(place))?.[1];
  }

  /** The places of what only one of them has. */
  get places(): string[] {
    return [...this.oneSided.keys()];
  }
}

/** Where two JSON values first differ; the order of an object's members is of no account. */
export function firstDifference(
  left: unknown,
  right: unknown,
  comparison: Comparison,
  at = '',
  place = at,
): Difference | undefined {
  // What is equal must still be seen by the ledger.
  if (comparison.isLost(place) || (!comparison.members && isDeepStrictEqual(left, right))) return undefined;
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    return firstFound(left.keys(), (index) =>
      firstDifference(left[index], right[index], comparison, `${at}[${index}]`, `${place}[]`),
    );
  }
  if (isRecord(left) && isRecord(right)) {
    return firstFound(new Set([...Object.keys(left), ...Object.keys(right)]), (name) => {
      const [its, whole] = [`${at}.${name}`, `${place}.${name}`];
      const isShared = name in left && name in right;
      if (isShared || !comparison.members) {
        comparison.members?.addShared(whole);
        return firstDifference(left[name], right[name], comparison, its, whole);
      }
      comparison.members.addOneSided(whole, { at: its, left: left[name], right: right[name] });
      return undefined;
    });
  }
  return isDeepStrictEqual(left, right) ? undefined : { at, left, right };
}

function firstFound<T>(items: Iterable<T>, find: (item: T) => Difference | undefined): Difference | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
