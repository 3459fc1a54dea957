import { BUNDLE_KINDS, type BundleKind } from '@app/bundles';
import { ListParameter, Parameter } from '@app/lists';
import { flag, id, named, oneOf, text, upTo } from '@app/schema';
import { feedMode } from './feed.fields.js';
import type { FeedMode } from '../intake/feed-report.js';
import { FEED_MATCHES, FEED_OFFERS } from '../intake/feed-scope.js';

const feedOffer = named('FeedOffer', 'Offer that a full feed speaks for.', oneOf(FEED_OFFERS));
const feedMatch = named('FeedMatch', 'Match of new entries with stored listings.', oneOf(FEED_MATCHES));
const bundleKind = named('BundleKind', 'Kind of the lines of a bundle.', oneOf(BUNDLE_KINDS));

/** The parameters of a sent feed (B41, B42). */
export class PushFeedQuery {
  @Parameter(
    id,
    'Numeric id of the account of the feed. Default: the account of the credential; for the operator, each entry goes to the account that has its `agentID` in `feedAgentIDs`.',
    { group: 'Agency and people', example: 12 },
  )
  websiteID?: number;

  @Parameter(feedMode, 'Treatment of listings that the feed does not name.', {
    group: 'Page, order and form',
    initial: 'changes',
    example: 'changes',
  })
  mode: FeedMode;

  @ListParameter(
    text(100),
    'Agent ids of the offices that a full feed speaks for, even if it does not name them. Default: the offices that it names.',
    { group: 'Agency and people', example: 'HARB1' },
  )
  agentID?: string[];

  @ListParameter(
    feedOffer,
    'The offers that a full feed speaks for. Default: those that it names of an office, or both for an office of `agentID` that it does not name.',
    { group: 'Page, order and form', example: 'rent' },
  )
  offer?: (typeof FEED_OFFERS)[number][];

  @Parameter(
    upTo(2_147_483_647),
    'Number of listings that a full feed may withdraw even if they are more than a third. Give the number `unconfirmed` of an earlier run.',
    { group: 'Page, order and form', example: 7 },
  )
  confirm?: number;

  @Parameter(
    feedMatch,
    'How a new entry is matched besides its ids. `address`: it takes over the only current listing at its address with the same offer that the feed does not name. For a change of the sending system.',
    { group: 'Page, order and form', example: 'address' },
  )
  match?: (typeof FEED_MATCHES)[number];

  @Parameter(flag, 'Whether to make a dry run: nothing is stored, and the report shows the result of an import.', {
    group: 'Page, order and form',
    initial: false,
    example: false,
  })
  dryRun: boolean;

  @Parameter(bundleKind, 'Kind of the lines. Required with `application/x-ndjson`, refused otherwise.', {
    group: 'Kind and status',
    example: 'listings',
  })
  kind?: BundleKind;
}

const REAXML = `<?xml version="1.0" encoding="UTF-8"?>
<propertyList date="2026-03-01-09:30:00" username="" password="">
  <residential modTime="2026-03-01-09:30:00" status="current">
    <agentID>HARB1</agentID>
    <uniqueID>HARB-4711</uniqueID>
    <authority value="sale"/>
    <price display="yes">950000</price>
    <address display="yes">
      <streetNumber>39</streetNumber><street>Main Road</street>
      <suburb>Richmond</suburb><state>VIC</state><postcode>3121</postcode>
    </address>
    <category name="House"/>
    <headline>By the river</headline>
    <features><bedrooms>3</bedrooms><bathrooms>2</bathrooms></features>
  </residential>
</propertyList>
`;

const LINES = `{"suburb":"Richmond","state":"VIC","postcode":"3121"}
`;

/** A feed of each media type, for the OpenAPI document. */
export const FEED_EXAMPLES = {
  'application/xml': { value: REAXML },
  'application/x-ndjson': { value: LINES },
};
