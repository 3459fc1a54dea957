import { mayConcern, RESOURCES, type Change, type Resource, type RowTest } from './change.js';

/** Whether a change invalidates a value. False is certain: the value is the same without the change. */
export type Concern = (change: Change) => boolean;

/** The dependencies of a value: for each resource, which changes invalidate it. */
export type Dependence = Readonly<Record<Resource, Concern>>;

/** The ids of the shown rows, by resource. */
export type Shown = Readonly<Partial<Record<Resource, readonly number[]>>>;

export const never: Concern = () => false;
export const always: Concern = () => true;

/** Changes of rows that met the test before or meet it now; without a test: all changes. */
export const ofRows = (test: RowTest | undefined): Concern => (test ? (change) => mayConcern(change, test) : always);

/** Changes of rows with these ids. */
export const ofThings =
  (ids: readonly number[] = []): Concern =>
  ({ id }) =>
    id === null || ids.includes(id);

/** Changes of the row with this numeric id or object identifier. */
export function ofThing(id: number | string): Concern {
  if (typeof id === 'number') return ofThings([id]);
  const uid = id.toLowerCase();
  return ofRows((row) => row['uid'] === undefined || row['uid'] === uid);
}

/** Changes of rows of these accounts. */
export const ofAccounts =
  (ids: readonly number[] = []): Concern =>
  ({ websiteID }) =>
    websiteID === null || ids.includes(websiteID);

/** Changes that one of the functions accepts. */
export const either =
  (...concerns: readonly Concern[]): Concern =>
  (change) =>
    concerns.some((concern) => concern(change));

/**
 * Computes the dependencies of a value at the first test of a change; most values are never tested.
 *
 * @param body the response as text
 */
export type FindDependence = (body: () => string) => Dependence;

/** The dependencies and the name of a handler's value. */
export interface Dependent {
  /** Absent: every commit invalidates the value. */
  readonly dependsOn?: FindDependence | undefined;
  /** Names the value: equal names mean equal values at one URL. Absent: the text is hashed. */
  readonly named?: string | undefined;
}

/** Dependencies that are computed from the text of the response. */
export const inBody =
  (find: (text: string) => Dependence): FindDependence =>
  (body) =>
    find(body());

/** Dependencies on the given resources only. */
export const dependsOn = (concerns: Partial<Dependence>): Dependence =>
  ({ ...Object.fromEntries(RESOURCES.map((resource) => [resource, never])), ...concerns }) as Dependence; // every resource is there
