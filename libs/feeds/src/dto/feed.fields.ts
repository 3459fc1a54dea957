import { BUNDLE_KINDS } from '@app/bundles';
import { count, Field, flag, id, instant, ListOf, named, oneOf, tally, text, type Kind } from '@app/schema';
import { FEED_MODES, FEED_OUTCOMES } from '../intake/feed-report.js';

/** A number of listings. It may exceed the range of the counts of a listing. */
const listings: Kind<number> = { ...tally, empty: 0 };

export const feedOutcome = named(
  'FeedOutcome',
  'Outcome of the import of a listing. `stale`: ignored, older than the stored listing. `withdrawn`: not named by a full feed.',
  oneOf(FEED_OUTCOMES),
);

export const feedRunState = named(
  'FeedRunState',
  'State of a run. `waiting`: received, and not begun. `failed`: the whole file was rejected.',
  oneOf(['waiting', 'running', 'done', 'failed']),
);

export const feedMode = named(
  'FeedMode',
  'Treatment of listings that a feed does not name. `changes`: they stay. `full`: current listings of the offices and offers that it names are withdrawn, unless they are more than a third.',
  oneOf(FEED_MODES),
);

const feedContent = named(
  'FeedContent',
  'Content of a file: REAXML, or lines of a bundle.',
  oneOf(['reaxml', ...BUNDLE_KINDS]),
);

/** The list representation of a run. */
export class FeedRunItem {
  @Field(id, 'Numeric id of the run.', { notNullable: true, example: 7 }) id: number;
  @Field(
    id,
    'Numeric id of the account of the feed. Null for a file of several accounts, for bundles, and for files outside the folders of the accounts; only the operator sees these. The part of each account is a run of its own.',
    { notNullable: true, nullable: true, example: 12 },
  )
  websiteID: number | null;
  @Field(text(), 'Name of the file.', { notNullable: true, example: 'harbour.xml' }) file: string;
  @Field(feedContent, 'Content of the file.', { notNullable: true, example: 'reaxml' }) content: string;
  @Field(feedMode, 'Treatment of listings that the feed does not name.', {
    notNullable: true,
    example: 'changes',
  })
  mode: string;
  @Field(flag, 'Whether the run was a dry run: nothing was stored, and the report shows the result of an import.', {
    notNullable: true,
    example: false,
  })
  dryRun: boolean;
  @Field(feedRunState, 'State of the run.', { notNullable: true, example: 'done' }) state: string;
  @Field(text(), 'SHA-256 of the file in hexadecimal. Empty when the file was not read.', {
    notNullable: true,
    example: 'e3b0c442',
  })
  hash: string;
  @Field(instant, 'Time when the import of the file started, in UTC. Time of receipt while the file waits.', {
    notNullable: true,
  })
  startedAt: string;
  @Field(instant, 'Time when the import of the file ended, in UTC. Null while it is running.', {
    notNullable: true,
    nullable: true,
    example: '2026-03-07T22:30:02.000Z',
  })
  endedAt: string | null;
  @Field(listings, 'Number of new listings.', { notNullable: true, example: 12 }) created: number;
  @Field(listings, 'Number of changed listings.', { notNullable: true, example: 3 }) updated: number;
  @Field(listings, 'Number of listings for which the file has no change.', { notNullable: true, example: 40 })
  unchanged: number;
  @Field(
    listings,
    'Number of entries that are older than the stored listing, or than its deletion. They are ignored.',
    { notNullable: true, example: 2 },
  )
  stale: number;
  @Field(listings, 'Number of deleted listings.', { notNullable: true, example: 1 }) deleted: number;
  @Field(listings, 'Number of listings that a full feed did not name, and that were withdrawn.', {
    notNullable: true,
    example: 0,
  })
  withdrawn: number;
  @Field(
    listings,
    'Number of listings that a full feed did not name, and that were not withdrawn, because they are more than a third: the value for `confirm`.',
    { notNullable: true, example: 0 },
  )
  unconfirmed: number;
  @Field(listings, 'Number of listings that could not be imported.', { notNullable: true, example: 0 })
  rejected: number;
  @Field(
    text(),
    'Why the whole file was rejected or ignored, or could not be read or moved. Null when there was no such problem.',
    { notNullable: true, nullable: true, example: null },
  )
  fatal: string | null;
}

/** A line, column or entry number in a file. */
const place: Kind<number> = { ...count, schema: { type: 'integer', minimum: 1 } };

/** A problem of a feed. */
export class FeedRunLine {
  @Field(place, 'Line of the file, starting with 1. Null when the problem has no place in the file.', {
    notNullable: true,
    nullable: true,
    example: 41,
  })
  line: number | null;
  @Field(place, 'Column in the line, in characters, starting with 1. Null when the problem has no place in the file.', {
    notNullable: true,
    nullable: true,
    example: 9,
  })
  column: number | null;
  @Field(place, 'Number of the entry in the file, starting with 1. Null for a problem of the file itself.', {
    notNullable: true,
    nullable: true,
    example: 3,
  })
  entry: number | null;
  @Field(text(), 'Identifier of the listing in the system of the agency. Empty for a problem of the file itself.', {
    example: 'ABC123',
  })
  uniqueID: string;
  @Field(text(), 'Name of the XML element. Empty for a problem of the file itself.', { example: 'bedrooms' })
  element: string;
  @Field(text(), 'The problem.', { example: '"many" is not a number' }) problem: string;
  @Field(text(), 'How the import handled the problem.', { example: 'left out' }) done: string;
  @Field(feedOutcome, 'Outcome of the whole entry. Empty for a problem of the file itself.', { example: 'created' })
  outcome: string;
}

/** The single representation: the run with its problems. */
export class FeedRunDetail extends FeedRunItem {
  @ListOf(() => FeedRunLine, 'Problems of the file, in the order in which they occur.') problems: FeedRunLine[];
}
