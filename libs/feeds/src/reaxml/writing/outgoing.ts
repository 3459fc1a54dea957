import type { ListingLine } from '@app/listings';
import type { FeedAgent } from '../mapping/listing-patch.js';
import { toLocalTime } from '../values/zoned-time.js';

/** A listing that goes out: its line, its agents by name, and the time zone of its suburb. */
export interface OutgoingListing {
  readonly line: ListingLine;
  readonly agents: readonly FeedAgent[];
  readonly timeZone: string;
}

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** An instant as REAXML has dates, `2009-01-01-12:30:00`, in local time. */
export const dateText = (instant: string, timeZone: string): string => toLocalTime(instant, timeZone).replace('T', '-');
