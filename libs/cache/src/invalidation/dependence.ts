import { mayConcern, RESOURCES, type Change, type Resource, type RowTest } from './change.js';

/** Whether a change can concern an answer: false means that the answer is certainly the same without it. */
export type Concern = (change: Change) => boolean;

/** What an answer depends on: the changes of each resource that can concern it. */
export type Dependence = Readonly<Record<Resource, Concern>>;

/** The things whose data an answer shows, by resource. */
export type Shown = Readonly<Partial<Record<Resource, readonly number[]>>>;

export const never: Concern = () => false;
export const always: Concern = () => true;

/** Changes of rows that met the test, or meet it now; without a test: any. */
export const ofRows = (test: RowTest | undefined): Concern => (test ? (change) => mayConcern(change, test) : always);

/** Changes of these things. */
export const ofThings =
  (ids: readonly number[] = []): Concern =>
  ({ id }) =>
    id === null || ids.includes(id);

/** Changes of the thing with this numeric id or object identifier. */
export function ofThing(id: number | string): Concern {
  if (typeof id === 'number') return ofThings([id]);
  const uid = id.toLowerCase();
  return ofRows((row) => row['uid'] === undefined || row['uid'] === uid);
}

/** Changes of what belongs to these accounts. */
export const ofAccounts =
  (ids: readonly number[] = []): Concern =>
  ({ websiteID }) =>
    websiteID === null || ids.includes(websiteID);

/** Changes that one of these is about. */
export const either =
  (...concerns: readonly Concern[]): Concern =>
  (change) =>
    concerns.some((concern) => concern(change));

/**
 * Finds what an answer depends on, when a change has to be judged for the first time: most answers are never judged.
 *
 * @param body the answer as text
 */
export type FindDependence = (body: () => string) => Dependence;

/** What is known of a handler's value. */
export interface Dependent {
  /** When absent, any commit ends it. */
  readonly dependsOn?: FindDependence | undefined;
  /** Names the value: equal texts mean equal values at one URL. When absent, its text is hashed. */
  readonly named?: string | undefined;
}

/** What an answer depends on is found in its text. */
export const inBody =
  (find: (text: string) => Dependence): FindDependence =>
  (body) =>
    find(body());

/** An answer that depends on nothing but this. */
export const dependsOn = (concerns: Partial<Dependence>): Dependence =>
  ({ ...Object.fromEntries(RESOURCES.map((resource) => [resource, never])), ...concerns }) as Dependence; // every resource is there
