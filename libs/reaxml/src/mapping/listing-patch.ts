import type { ListingLine } from '@app/listings';
import type { FeedNote, FilePosition, FeedListingType } from '../feed.types.js';
import type { ItemChanges } from '../items/merge-by-id.js';
import type { ListName } from '../items/listing-lists.js';
import type { LocalInspection } from '../values/inspection-time.js';
import type { LocalTime } from '../values/local-time.js';

/** Some fields of a value. `null` resets a field to its default; lists are replaced as a whole. */
export type Patch<T> = {
  [K in keyof T]?:
    (T[K] extends readonly unknown[] | undefined ? T[K] : T[K] extends object | undefined ? Patch<T[K]> : T[K]) | null;
};

/**
 * The changes of an entry to a listing: only the fields that it mentions. Dates are separate because they need a time
 * zone.
 */
export type ListingPatch = Patch<
  Omit<ListingLine, 'agentID' | 'uniqueID' | 'listingType' | 'status' | 'agents' | 'websiteID' | 'inspectionTimes'>
>;

/** The dates of an entry in the local time of the listing's suburb; `null`: the entry gives none. */
export interface LocalTimes {
  auction?: LocalTime | null;
  setSale?: LocalTime | null;
  available?: LocalTime | null;
  sold?: LocalTime | null;
  leaseEnd?: LocalTime | null;
  /** The date of the past auction. */
  outcome?: LocalTime | null;
  inspections?: readonly LocalInspection[];
}

/** Changes of lists by the ids of their items. */
export type FeedItems = Readonly<Partial<Record<ListName, ItemChanges>>>;

/** An agent of an entry. Fields that are not given are empty or absent; a name, an e-mail or an id is always given. */
export interface FeedAgent {
  /** The id of the person in the system of the agency. */
  readonly uniqueListingAgentID?: string;
  /** The office of the person; absent: the listing's. */
  readonly agentID?: string;
  /** Without titles. */
  readonly name: string;
  readonly email: string;
  readonly telephones: readonly { readonly number: string; readonly type: string }[];
  /** The empty fields of an entry with an id: `email`, `telephone` (all), `telephone BH` (one type). */
  readonly emptied?: readonly string[];
  readonly profileVisibility?: boolean;
  /** By network; empty if the entry clears it. */
  readonly profileImage?: string;
  readonly socialMedia?: Readonly<Record<string, string>>;
}

/** A listing as given by an entry of a feed. */
export interface FeedListing {
  readonly kind: 'listing';
  /** Its number in the file, from 1. */
  readonly number: number;
  readonly position: FilePosition;
  /** Position of the suburb element, else of the entry. */
  readonly suburb: FilePosition;
  /** The element with the coordinates, else the entry. */
  readonly coordinates: FilePosition & Pick<FeedNote, 'element'>;
  readonly agentID: string;
  readonly uniqueID: string;
  readonly listingType: FeedListingType;
  /** The status of the listing, or `deleted`. */
  readonly status: string;
  /** The time of the last change by the agency, in the local time of the suburb; absent if unreadable. */
  readonly modTime?: LocalTime;
  readonly patch: ListingPatch;
  readonly times: LocalTimes;
  /** Applied after the patch. */
  readonly items: FeedItems;
  /** By the order of agents in the listing, from 1; absent when the entry has no agents. */
  readonly agents?: ItemChanges<FeedAgent>;
  readonly notes: readonly FeedNote[];
}

/** An entry that is rejected; the last note gives the reason. */
export interface RefusedEntry {
  readonly kind: 'refused';
  readonly number: number;
  readonly position: FilePosition;
  readonly agentID: string;
  readonly uniqueID: string;
  /** Undefined for an unknown element. */
  readonly listingType: FeedListingType | undefined;
  readonly notes: readonly FeedNote[];
}

/** The value at a path of a tree, such as `price.value`. */
export const valueAt = (tree: object, path: string | readonly string[]): unknown =>
  (typeof path === 'string' ? path.split('.') : path).reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined | null)?.[name],
    tree,
  );
