import { CreateSuburbs1763700000000 } from './1763700000000-CreateSuburbs.js';
import { CreateAccounts1763700001000 } from './1763700001000-CreateAccounts.js';
import { CreateAgents1763700002000 } from './1763700002000-CreateAgents.js';
import { CreateProperties1763700003000 } from './1763700003000-CreateProperties.js';
import { CreateListings1763700004000 } from './1763700004000-CreateListings.js';
import { IndexListings1763700005000 } from './1763700005000-IndexListings.js';
import { KeepProperties1763700006000 } from './1763700006000-KeepProperties.js';
import { FollowTimeZones1763700007000 } from './1763700007000-FollowTimeZones.js';
import { VersionListings1763700007500 } from './1763700007500-VersionListings.js';
import { KeepCurrentListings1763700007700 } from './1763700007700-KeepCurrentListings.js';
import { KeepListingWords1763700007800 } from './1763700007800-KeepListingWords.js';
import { CreateListingDeletions1763700008000 } from './1763700008000-CreateListingDeletions.js';
import { CreateFeeds1763700009000 } from './1763700009000-CreateFeeds.js';
import { CreateChanges1763700010000 } from './1763700010000-CreateChanges.js';
import { RecordChanges1763700011000 } from './1763700011000-RecordChanges.js';
import { CreateHooks1763700012000 } from './1763700012000-CreateHooks.js';
import { CreateAuditLog1763700020000 } from './1763700020000-CreateAuditLog.js';
import { CreateIdempotentAnswers1763700021000 } from './1763700021000-CreateIdempotentAnswers.js';

/** Every migration, oldest first. */
export const migrations = [
  CreateSuburbs1763700000000,
  CreateAccounts1763700001000,
  CreateAgents1763700002000,
  CreateProperties1763700003000,
  CreateListings1763700004000,
  IndexListings1763700005000,
  KeepProperties1763700006000,
  FollowTimeZones1763700007000,
  VersionListings1763700007500,
  KeepCurrentListings1763700007700,
  KeepListingWords1763700007800,
  CreateListingDeletions1763700008000,
  CreateFeeds1763700009000,
  CreateChanges1763700010000,
  RecordChanges1763700011000,
  CreateHooks1763700012000,
  CreateAuditLog1763700020000,
  CreateIdempotentAnswers1763700021000,
];
