/** The classes of performance.md, those that issues 4, 11 and 14 add, and the mix. */
export const CLASS_KEYS = [
  'a', 'a2', 'a3', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'mix', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's',
  't', 'u',
] as const; // prettier-ignore

export type ClassKey = (typeof CLASS_KEYS)[number];
export type DrawnKey = Exclude<ClassKey, 'mix'>;

/** A kind of request, and the requests of this kind that are made. */
export interface RequestClass {
  readonly key: ClassKey;
  readonly title: string;
  /** Paths with their queries, in the order in which they are asked again and again; what is popular comes more often. */
  readonly paths: readonly string[];
  /** Paths that are asked only once, none of them in `paths`. */
  readonly fresh: readonly string[];
  /** Asks with the ETag of the answer before: 304 is the right status. */
  readonly isConditional: boolean;
}

/** What a class is called, and how many requests it has. */
export interface ClassKind {
  readonly title: string;
  /** How many different ones are asked again and again. */
  readonly popular: number;
  /**
   * How many of those that were never asked are drawn for each second: more than are answered on a machine like those of
   * docs/PERFORMANCE.md. 0: the class is only about what is asked again.
   */
  readonly pace: number;
  /** The usual does not have it. */
  readonly isBeyondUsual?: boolean;
}

const kind = (title: string, pace: number, popular = 2_000): ClassKind => ({ title, popular, pace });
/** Of what takes milliseconds, a portal repeats few. */
const FEW = 200;

export const CLASSES: Readonly<Record<ClassKey, ClassKind>> = {
  a: kind('one website, newest', 4_000),
  a2: kind('one website with a filter', 4_000),
  a3: kind('4,000 websites, each seldom', 4_000, 4_000),
  b: kind('suburb, bedrooms, price range', 4_000),
  c: kind('all current, newest', 1_000),
  d: kind('page 5,000', 500),
  e: kind('one listing by id', 15_000),
  f: kind('suburbs that start with', 10_000),
  g: kind('regions and flags', 2_000, FEW),
  h: kind('part of an address', 2_000, FEW),
  i: kind('by agent slug', 4_000),
  mix: kind('a to i, mixed', 4_000, 4_000),
  j: kind('flags, bedrooms, price, no place', 500, FEW),
  k: kind('100 items a page', 1_000, FEW),
  l: kind('agents with statistics', 3_000),
  m: kind('accounts by words', 3_000),
  n: kind('properties by suburb', 3_000),
  o: kind('one listing, If-None-Match', 0),
  p: { ...kind('map window of 20 km', 4_000, FEW), isBeyondUsual: true },
  q: { ...kind('within 5 km, the nearest first', 4_000, FEW), isBeyondUsual: true },
  r: { ...kind('counts of a suburb or a region', 1_000, FEW), isBeyondUsual: true },
  s: { ...kind('suggestions', 8_000), isBeyondUsual: true },
  u: { ...kind('100 cards a page', 4_000, FEW), isBeyondUsual: true },
  t: { ...kind('listings by two words', 2_000, FEW), isBeyondUsual: true },
};

/** Whether a server is asked for a class. */
export const isAsked = (key: ClassKey, target: string): boolean =>
  target !== 'usual' || CLASSES[key].isBeyondUsual !== true;

/** How often each class comes in the mix, in percent. */
export const MIX: Partial<Record<DrawnKey, number>> = { a: 25, b: 22, c: 5, d: 1, e: 30, f: 7, g: 4, h: 2, i: 4 };
