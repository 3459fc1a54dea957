import { AccountEntity } from '@app/accounts';
import { AgentEntity } from '@app/agents';
import { CredentialEntity, CredentialUseEntity } from '@app/auth';
import type { StoreSettings } from '@app/config';
import { FeedRunEntity, FeedRunProblemEntity, HeldListingEntity } from '@app/feeds';
import {
  HookDeliveryEntity,
  HookEndpointEntity,
  HookProgressEntity,
  HookRetryEntity,
  HookRotationEntity,
  HookStateEntity,
} from '@app/hooks';
import {
  CurrentListingEntity,
  DeletedListingEntity,
  ListingEntity,
  ListingAgentEntity,
  ListingCardEntity,
  ListingDocumentEntity,
  ListingWordsEntity,
  ListingInspectionEntity,
} from '@app/listings';
import { migrations } from '@app/persistence';
import { PropertyEntity, PropertyDocumentEntity } from '@app/properties';
import { Database } from '@app/sql';
import { SuburbEntity } from '@app/suburbs';
import { AuditEntryEntity, IdempotentAnswerEntity } from '@app/writes';

const entities = [
  SuburbEntity,
  AccountEntity,
  CredentialEntity,
  CredentialUseEntity,
  AgentEntity,
  PropertyEntity,
  PropertyDocumentEntity,
  ListingEntity,
  ListingCardEntity,
  ListingDocumentEntity,
  ListingWordsEntity,
  ListingAgentEntity,
  ListingInspectionEntity,
  CurrentListingEntity,
  DeletedListingEntity,
  FeedRunEntity,
  FeedRunProblemEntity,
  HeldListingEntity,
  AuditEntryEntity,
  HookEndpointEntity,
  HookStateEntity,
  HookRetryEntity,
  HookRotationEntity,
  HookDeliveryEntity,
  HookProgressEntity,
  IdempotentAnswerEntity,
];

/** The database at a URL, not yet initialized; for the application, the commands and the tests alike. */
export function createDataSource(url: string, settings: StoreSettings): Database {
  const { databasePoolSize: poolSize, statementTimeoutMs } = settings;
  // The embedded server has no other way to it.
  const directUrl = settings.databaseUrl === undefined ? undefined : settings.databaseDirectUrl;
  return new Database({ url, directUrl, poolSize, statementTimeoutMs }, { entities, migrations });
}
