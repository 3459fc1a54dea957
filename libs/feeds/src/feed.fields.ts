import { count, Field, id, instant, ListOf, named, oneOf, tally, text } from '@app/schema';
import type { Kind } from '@app/schema';
import { FEED_OUTCOMES } from './intake/feed-outcomes.js';

/** How many listings; there may be more than counts of a listing go. */
const listings: Kind<number> = { ...tally, empty: 0 };

/** The list representation of a run. */
export class FeedRunItem {
  @Field(id, 'Numeric id', { notNullable: true, example: 7 }) id: number;
  @Field(id, 'Account of the feed; null for what is in no folder of an account, which only the operator sees', {
    notNullable: true,
    nullable: true,
    example: 12,
  })
  websiteID: number | null;
  @Field(text(), 'Name of the file', { notNullable: true, example: 'harbour.xml' }) file: string;
  @Field(text(), 'SHA-256 of the file, in hexadecimal; empty when it was not read', {
    notNullable: true,
    example: 'e3b0c442',
  })
  hash: string;
  @Field(instant, 'When it began to go in', { notNullable: true }) startedAt: string;
  @Field(instant, 'When it was in; null while it is not', { notNullable: true, nullable: true }) endedAt: string | null;
  @Field(listings, 'Listings that are new', { notNullable: true, example: 12 }) created: number;
  @Field(listings, 'Listings that changed', { notNullable: true, example: 3 }) updated: number;
  @Field(listings, 'Listings that the feed said nothing new of', { notNullable: true, example: 40 }) unchanged: number;
  @Field(listings, 'Entries that are older than what is held of their listing, or than its deletion', {
    notNullable: true,
    example: 2,
  })
  stale: number;
  @Field(listings, 'Entries that are held back until the address of their listing comes', {
    notNullable: true,
    example: 0,
  })
  held: number;
  @Field(listings, 'Listings that are gone', { notNullable: true, example: 1 }) deleted: number;
  @Field(listings, 'Listings that could not be taken', { notNullable: true, example: 0 }) rejected: number;
  @Field(
    text(),
    'Why the file was rejected whole, ignored, or could not be read or moved; null when nothing was wrong with it',
    { notNullable: true, nullable: true, example: null },
  )
  fatal: string | null;
}

const feedOutcome = named('FeedOutcome', oneOf(FEED_OUTCOMES));

/** A line, column or entry of a file. */
const place: Kind<number> = { ...count, schema: { type: 'integer', minimum: 1 } };

/** Something that was wrong in a feed. */
export class FeedRunLine {
  @Field(place, 'Line of the file, from 1; null for what is nowhere', {
    notNullable: true,
    nullable: true,
    example: 41,
  })
  line: number | null;
  @Field(place, 'Column, in characters, from 1', { notNullable: true, nullable: true, example: 9 }) column:
    number | null;
  @Field(place, 'Which entry of the file, from 1; null for the file itself', {
    notNullable: true,
    nullable: true,
    example: 3,
  })
  entry: number | null;
  @Field(text(), 'Listing; empty for what is wrong with the file', { example: 'ABC123' }) uniqueID: string;
  @Field(text(), 'Element', { example: 'bedrooms' }) element: string;
  @Field(text(), 'What was wrong', { example: '"many" is not a number' }) problem: string;
  @Field(text(), 'What was done', { example: 'left out' }) done: string;
  @Field(feedOutcome, 'What became of the listing', { example: 'created' }) outcome: string;
}

/** The single representation: the run with what was wrong. */
export class FeedRunDetail extends FeedRunItem {
  @ListOf(() => FeedRunLine, 'What was wrong, in the order of the file') problems: FeedRunLine[];
}
