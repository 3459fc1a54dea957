import { BUNDLE_KINDS, type BundleKind } from '@app/bundles';
import { Parameter } from '@app/lists';
import { flag, id, named, oneOf } from '@app/schema';
import { feedMode } from '../feed.fields.js';
import type { FeedMode } from '../intake/feed-report.js';

const bundleKind = named('BundleKind', 'What the lines of a bundle are.', oneOf(BUNDLE_KINDS));

/** The parameters of a feed that is sent (B41, B42). */
export class PushFeedQuery {
  @Parameter(
    id,
    'Numeric id of the account of the feed. Without it: the account of the credential; for the operator, the accounts that have the `agentID` of an entry in `feedAgentIDs`.',
    { example: 12 },
  )
  websiteID?: number;

  @Parameter(feedMode, 'What the feed means for listings that it does not name.', {
    initial: 'changes',
    example: 'changes',
  })
  mode: FeedMode;

  @Parameter(flag, 'Whether nothing is stored: the report tells what an import would do.', {
    initial: false,
    example: false,
  })
  dryRun: boolean;

  @Parameter(bundleKind, 'What the lines are; required with `application/x-ndjson`, and of no use otherwise.', {
    example: 'listings',
  })
  kind?: BundleKind;
}
