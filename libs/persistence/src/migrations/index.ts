import { CreateSuburbs1763640000000 } from './1763640000000-CreateSuburbs.js';
import { CreateAccounts1763640001000 } from './1763640001000-CreateAccounts.js';
import { CreateAgents1763640002000 } from './1763640002000-CreateAgents.js';
import { CreateProperties1763640003000 } from './1763640003000-CreateProperties.js';
import { CreateListings1763640004000 } from './1763640004000-CreateListings.js';
import { FollowTimeZones1763640005000 } from './1763640005000-FollowTimeZones.js';
import { CreateFeeds1763640006000 } from './1763640006000-CreateFeeds.js';
import { IndexLists1763640007000 } from './1763640007000-IndexLists.js';
import { RememberDeletions1763640008000 } from './1763640008000-RememberDeletions.js';
import { IndexLongLists1763640009000 } from './1763640009000-IndexLongLists.js';
import { ReportUntakenFeeds1763640050000 } from './1763640050000-ReportUntakenFeeds.js';
import { DropMeasuresWithoutValue1763640060000 } from './1763640060000-DropMeasuresWithoutValue.js';
import { LocateFeedProblems1763640070000 } from './1763640070000-LocateFeedProblems.js';
import { CountStaleEntries1763640071000 } from './1763640071000-CountStaleEntries.js';
import { HoldListingsWithoutAddress1763640072000 } from './1763640072000-HoldListingsWithoutAddress.js';
import { FoldAgentIds1763640073000 } from './1763640073000-FoldAgentIds.js';
import { VersionDocuments1763640080000 } from './1763640080000-VersionDocuments.js';

/** Every migration, oldest first. */
export const migrations = [
  CreateSuburbs1763640000000,
  CreateAccounts1763640001000,
  CreateAgents1763640002000,
  CreateProperties1763640003000,
  CreateListings1763640004000,
  FollowTimeZones1763640005000,
  CreateFeeds1763640006000,
  IndexLists1763640007000,
  RememberDeletions1763640008000,
  IndexLongLists1763640009000,
  ReportUntakenFeeds1763640050000,
  DropMeasuresWithoutValue1763640060000,
  LocateFeedProblems1763640070000,
  CountStaleEntries1763640071000,
  HoldListingsWithoutAddress1763640072000,
  FoldAgentIds1763640073000,
  VersionDocuments1763640080000,
];
