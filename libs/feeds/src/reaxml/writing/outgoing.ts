import type { ListingLine } from '@app/listings';
import { toLocalTime } from '@app/suburbs';
import type { FeedAgent } from '../mapping/listing-patch.js';

/** An agent of a listing to export; without an order, its place in the list. */
export interface OutgoingAgent extends FeedAgent {
  readonly order?: number;
}

/** A listing to export: its line, its agents by name, and the time zone of its suburb. */
export interface OutgoingListing {
  readonly line: ListingLine;
  readonly agents: readonly OutgoingAgent[];
  readonly timeZone: string;
}

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** Formats an instant as a REAXML date in local time, `2009-01-01-12:30:00`. */
export const dateText = (instant: string, timeZone: string): string => toLocalTime(instant, timeZone).replace('T', '-');
