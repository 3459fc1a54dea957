import { mayMatch, RESOURCES, type Change, type Resource, type MatchesRow } from './change.js';

/** Whether a change invalidates a value. False is certain: the value is the same without the change. */
export interface Invalidates {
  (change: Change): boolean;
  /** For a list: by how many the change moves its total; undefined: unknown. */
  readonly movesTotal?: (change: Change) => number | undefined;
}

/** The dependencies of a value: for each resource, which changes invalidate it. */
export type CacheDependencies = Readonly<Record<Resource, Invalidates>>;

/** The ids of the shown rows, by resource. */
export type Shown = Readonly<Partial<Record<Resource, readonly number[]>>>;

export const never: Invalidates = () => false;
export const always: Invalidates = () => true;

/** Changes of rows that met the test before or meet it now; without a test: all changes. */
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
 * Computes the dependencies of a value at the first test of a change; most values are never tested.
 *
 * @param body the response as text
 */
export type FindDependencies = (body: () => string) => CacheDependencies;

/** The dependencies and the name of a handler's value. */
export interface Cacheable {
  /** Absent: every commit invalidates the value. */
  readonly dependsOn?: FindDependencies | undefined;
  /** Names the value: equal names mean equal values at one URL. Absent: the text is hashed. */
  readonly versionKey?: string | undefined;
}

/** Dependencies that are computed from the text of the response. */
export const fromBody =
  (find: (text: string) => CacheDependencies): FindDependencies =>
  (body) =>
    find(body());

/** Dependencies on the given resources only. */
export const dependsOn = (invalidates: Partial<CacheDependencies>): CacheDependencies =>
  ({ ...Object.fromEntries(RESOURCES.map((resource) => [resource, never])), ...invalidates }) as CacheDependencies; // every resource is there
