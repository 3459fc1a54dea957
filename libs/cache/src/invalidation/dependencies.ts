import { mayMatch, RESOURCES, type Change, type Resource, type MatchesRow } from './change.js';

/** Whether a change invalidates a value. False is certain: the value is the same with and without the change. */
export interface Invalidates {
  (change: Change): boolean;
  /** For a list: by how much the change moves its total; undefined: unknown. */
  readonly movesTotal?: (change: Change) => number | undefined;
}

/** The dependencies of a value: the changes of each resource that invalidate it. */
export type CacheDependencies = Readonly<Record<Resource, Invalidates>>;

/** The ids of the shown rows, by resource. */
export type Shown = Readonly<Partial<Record<Resource, readonly number[]>>>;

export const never: Invalidates = () => false;
export const always: Invalidates = () => true;

/** Changes of rows that matched before or match now; without a test, all changes. */
export const ofRows = (test: MatchesRow | undefined): Invalidates =>
  test ? (change) => mayMatch(change, test) : always;

/** Changes of rows with these ids. */
export const ofIds =
  (ids: readonly number[] = []): Invalidates =>
  ({ id }) =>
    id === null || ids.includes(id);

/** Changes of rows of these accounts. */
export const ofAccounts =
  (ids: readonly number[] = []): Invalidates =>
  ({ websiteID }) =>
    websiteID === null || ids.includes(websiteID);

/** Changes that one of the functions accepts. */
export const either =
  (...all: readonly Invalidates[]): Invalidates =>
  (change) =>
    all.some((invalidates) => invalidates(change));

/**
 * Computes the dependencies of a value when a change is first tested; most values are never tested.
 * @param body returns the response as text
 */
export type FindDependencies = (body: () => string) => CacheDependencies;

/** The dependencies and version key of a handler's value. */
export interface Cacheable {
  /** Absent: every commit invalidates the value. */
  readonly dependsOn?: FindDependencies | undefined;
  /** Identifies the value: equal keys mean equal values at one URL. Absent: the text is hashed. */
  readonly versionKey?: string | undefined;
}

/** Dependencies computed from the text of the response. */
export const fromBody =
  (find: (text: string) => CacheDependencies): FindDependencies =>
  (body) =>
    find(body());

/** Dependencies on the given resources only. */
export const dependsOn = (invalidates: Partial<CacheDependencies>): CacheDependencies =>
  // Every resource is present.
  ({ ...Object.fromEntries(RESOURCES.map((resource) => [resource, never])), ...invalidates }) as CacheDependencies;
