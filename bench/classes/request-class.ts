/** The classes of performance.md, those that issue 4 adds, and the mix. */
export const CLASS_KEYS = [
  'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'mix', 'j', 'k', 'l', 'm', 'n', 'o',
] as const; // prettier-ignore

export type ClassKey = (typeof CLASS_KEYS)[number];
export type DrawnKey = Exclude<ClassKey, 'mix'>;

/** A kind of request, and the requests of this kind that are made. */
export interface RequestClass {
  readonly key: ClassKey;
  readonly title: string;
  /** Paths with their queries, in the order in which they are asked for; what is popular comes again. */
  readonly paths: readonly string[];
  /** Asks with the ETag of the answer before: 304 is the right status. */
  readonly isConditional: boolean;
}

export const TITLES: Record<ClassKey, string> = {
  a: 'one website, newest',
  b: 'suburb, bedrooms, price range',
  c: 'all current, newest',
  d: 'page 5,000',
  e: 'one listing by id',
  f: 'suburbs that start with',
  g: 'regions and flags',
  h: 'part of an address',
  i: 'by agent slug',
  mix: 'a to i, mixed',
  j: 'flags, bedrooms, price, no place',
  k: '100 items a page',
  l: 'agents with statistics',
  m: 'accounts by words',
  n: 'properties by suburb',
  o: 'one listing, If-None-Match',
};

/** How often each class comes in the mix, in percent. */
export const MIX: Partial<Record<DrawnKey, number>> = { a: 25, b: 22, c: 5, d: 1, e: 30, f: 7, g: 4, h: 2, i: 4 };
