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
  ListingDocumentEntity,
  ListingWordsEntity,
  ListingInspectionEntity,
} from '@app/listings';
import { dataSourceOptions } from '@app/persistence';
import { PropertyEntity, PropertyDocumentEntity } from '@app/properties';
import { SuburbEntity } from '@app/suburbs';
import { AuditEntryEntity, IdempotentAnswerEntity } from '@app/writes';
import type { DataSourceOptions } from 'typeorm';

const entities = [
  SuburbEntity,
  AccountEntity,
  CredentialEntity,
  CredentialUseEntity,
  AgentEntity,
  PropertyEntity,
  PropertyDocumentEntity,
  ListingEntity,
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

/** How a process reaches the store at a URL; the application, the commands and the tests alike. */
export function storeOptions(url: string, settings: StoreSettings): DataSourceOptions {
  const { databasePoolSize: poolSize, statementTimeoutMs } = settings;
  // The embedded server has no other way to it.
  const directUrl = settings.databaseUrl === undefined ? undefined : settings.databaseDirectUrl;
  return dataSourceOptions({ url, directUrl, poolSize, statementTimeoutMs }, entities);
}
