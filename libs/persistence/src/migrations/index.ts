import { hashed } from '../migration-hash.js';
import { CreateMigrationHashes1763700000000 } from './1763700000000-CreateMigrationHashes.js';
import { CreateSuburbs1763700001000 } from './1763700001000-CreateSuburbs.js';
import { CreateAccounts1763700002000 } from './1763700002000-CreateAccounts.js';
import { CreateCredentials1763700003000 } from './1763700003000-CreateCredentials.js';
import { CreateAgents1763700004000 } from './1763700004000-CreateAgents.js';
import { CreateProperties1763700005000 } from './1763700005000-CreateProperties.js';
import { CreateListings1763700006000 } from './1763700006000-CreateListings.js';
import { KeepProperties1763700007000 } from './1763700007000-KeepProperties.js';
import { FollowTimeZones1763700008000 } from './1763700008000-FollowTimeZones.js';
import { VersionListings1763700009000 } from './1763700009000-VersionListings.js';
import { KeepCurrentListings1763700010000 } from './1763700010000-KeepCurrentListings.js';
import { KeepListingWords1763700011000 } from './1763700011000-KeepListingWords.js';
import { CreateFeeds1763700012000 } from './1763700012000-CreateFeeds.js';
import { CreateChanges1763700013000 } from './1763700013000-CreateChanges.js';
import { KeepChangeDays1763700014000 } from './1763700014000-KeepChangeDays.js';
import { StageChanges1763700015000 } from './1763700015000-StageChanges.js';
import { RecordChanges1763700016000 } from './1763700016000-RecordChanges.js';
import { CreateHooks1763700017000 } from './1763700017000-CreateHooks.js';
import { CreateAuditLog1763700018000 } from './1763700018000-CreateAuditLog.js';
import { CreateIdempotentAnswers1763700019000 } from './1763700019000-CreateIdempotentAnswers.js';
import { SetAutovacuum1763700020000 } from './1763700020000-SetAutovacuum.js';
import { HoldChangesById1764000011000 } from './1764000011000-HoldChangesById.js';
import { IdentifyFeedAgents1764000012000 } from './1764000012000-IdentifyFeedAgents.js';
import { AddListingValues1764000020000 } from './1764000020000-AddListingValues.js';
import { KeyPlaces1764000030000 } from './1764000030000-KeyPlaces.js';
import { FoldNames1764000031000 } from './1764000031000-FoldNames.js';
import { AliasProperties1764000032000 } from './1764000032000-AliasProperties.js';
import { TellCentres1764000033000 } from './1764000033000-TellCentres.js';
import { ReceiveFeeds1764000050000 } from './1764000050000-ReceiveFeeds.js';
import { ReplaceSecretsKey1764000060000 } from './1764000060000-ReplaceSecretsKey.js';
import { NameOperatorPairs1764000061000 } from './1764000061000-NameOperatorPairs.js';
import { FollowTimelines1764000070000 } from './1764000070000-FollowTimelines.js';
import { CreateEnquiries1764000080000 } from './1764000080000-CreateEnquiries.js';
import { KeepListingHistory1764000081000 } from './1764000081000-KeepListingHistory.js';
import { OwnSlugs1764000090000 } from './1764000090000-OwnSlugs.js';
import { EndReplays1764000091000 } from './1764000091000-EndReplays.js';
import { AddListingDays1764000092000 } from './1764000092000-AddListingDays.js';
import { AddRangesAndHiddenSuburbs1764000093000 } from './1764000093000-AddRangesAndHiddenSuburbs.js';
import { JoinAddressWords1764000096000 } from './1764000096000-JoinAddressWords.js';

/** Every migration, oldest first. A released one is never edited: a change of the schema is a new file (ADR 42). */
export const migrations = [
  CreateMigrationHashes1763700000000,
  CreateSuburbs1763700001000,
  CreateAccounts1763700002000,
  CreateCredentials1763700003000,
  CreateAgents1763700004000,
  CreateProperties1763700005000,
  CreateListings1763700006000,
  KeepProperties1763700007000,
  FollowTimeZones1763700008000,
  VersionListings1763700009000,
  KeepCurrentListings1763700010000,
  KeepListingWords1763700011000,
  CreateFeeds1763700012000,
  CreateChanges1763700013000,
  KeepChangeDays1763700014000,
  StageChanges1763700015000,
  RecordChanges1763700016000,
  CreateHooks1763700017000,
  CreateAuditLog1763700018000,
  CreateIdempotentAnswers1763700019000,
  SetAutovacuum1763700020000,
  HoldChangesById1764000011000,
  IdentifyFeedAgents1764000012000,
  AddListingValues1764000020000,
  KeyPlaces1764000030000,
  FoldNames1764000031000,
  AliasProperties1764000032000,
  TellCentres1764000033000,
  ReceiveFeeds1764000050000,
  ReplaceSecretsKey1764000060000,
  NameOperatorPairs1764000061000,
  FollowTimelines1764000070000,
  CreateEnquiries1764000080000,
  KeepListingHistory1764000081000,
  OwnSlugs1764000090000,
  EndReplays1764000091000,
  AddListingDays1764000092000,
  AddRangesAndHiddenSuburbs1764000093000,
  JoinAddressWords1764000096000,
].map(hashed);
