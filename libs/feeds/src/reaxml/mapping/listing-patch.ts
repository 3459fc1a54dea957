import type { ListingLine } from '@app/listings';
import type { FeedNote, FilePosition } from '../feed.types.js';
import type { FeedListingType } from '../reading/listing-elements.js';
import type { LocalInspection } from '../values/inspection-time.js';
import type { LocalTime } from '../values/local-time.js';

/** Some leaves of a value; null puts one back to its default, lists are whole. */
export type Patch<T> = {
  [K in keyof T]?:
    (T[K] extends readonly unknown[] | undefined ? T[K] : T[K] extends object | undefined ? Patch<T[K]> : T[K]) | null;
};

/** What an entry says of the content of a listing: only what it mentions. Dates are apart, for they need a time zone. */
export type ListingPatch = Patch<
  Omit<ListingLine, 'agentID' | 'uniqueID' | 'listingType' | 'status' | 'agents' | 'websiteID' | 'inspectionTimes'>
>;

/** The dates that an entry mentions, in the time of the listing's suburb; null: it says that there is none. */
export interface LocalTimes {
  auction?: LocalTime | null;
  available?: LocalTime | null;
  sold?: LocalTime | null;
  leaseEnd?: LocalTime | null;
  /** Of the auction that was. */
  outcome?: LocalTime | null;
  inspections?: readonly LocalInspection[];
}

/** Which elements an entry names files in. */
export type FileSource = 'objects' | 'media';

/** An agent, as an entry names one: in its order, each once. */
export interface FeedAgent {
  /** Without titles; may be empty when there is an e-mail. */
  readonly name: string;
  /** Empty when there is none. */
  readonly email: string;
  readonly telephones: readonly { readonly number: string; readonly type: string }[];
  /** Absent when the entry doesn't say. */
  readonly profileVisibility?: boolean;
}

/** A listing, as an entry of a feed tells it. */
export interface FeedListing {
  readonly kind: 'listing';
  /** Its place in the file, from 1. */
  readonly number: number;
  readonly position: FilePosition;
  /** Where it names its suburb, else its own. */
  readonly suburb: FilePosition;
  readonly agentID: string;
  readonly uniqueID: string;
  readonly listingType: FeedListingType;
  /** That of a listing, or `deleted`. */
  readonly status: string;
  /** When the agency last changed it, in the time of its suburb; absent when it can't be read. */
  readonly modTime?: LocalTime;
  readonly patch: ListingPatch;
  readonly times: LocalTimes;
  /** Where the documents of the patch come from: those from elsewhere are not mentioned. */
  readonly fileSources: readonly FileSource[];
  /** Absent when the entry doesn't mention any. */
  readonly agents?: readonly FeedAgent[];
  readonly notes: readonly FeedNote[];
}

/** An entry that can't be taken; the last note says why. */
export interface RefusedEntry {
  readonly kind: 'refused';
  readonly number: number;
  readonly position: FilePosition;
  readonly agentID: string;
  readonly uniqueID: string;
  readonly notes: readonly FeedNote[];
}
