import { AccountEntity } from '@app/accounts';
import { AgentEntity } from '@app/agents';
import { CredentialEntity, CredentialUseEntity, SecretsKeyEntity } from '@app/auth';
import { EnquiryCountEntity, EnquiryEntity } from '@app/enquiries';
import { FeedRunEntity, FeedRunProblemEntity, FeedUploadChunkEntity, FeedUploadEntity } from '@app/feeds';
import {
  HookDeliveryEntity,
  HookEndpointEntity,
  HookMessageEntity,
  HookRotationEntity,
  HookStateEntity,
} from '@app/hooks';
import {
  CurrentListingEntity,
  DeletedListingEntity,
  FirstLoadEntity,
  ListingEntity,
  ListingAgentEntity,
  ListingDocumentEntity,
  ListingEventEntity,
  ListingHistoryEntity,
  ListingWordsEntity,
  ListingInspectionEntity,
  PropertyEntity,
  PropertyDocumentEntity,
} from '@app/listings';
import { SearchEntity, SearchProgressEntity } from '@app/searches';
import { SuburbEntity } from '@app/suburbs';
import { AuditEntryEntity, IdempotentAnswerEntity } from '@app/writes';

/** All tables that TypeORM maps. */
export const entities = [
  SuburbEntity,
  AccountEntity,
  CredentialEntity,
  CredentialUseEntity,
  SecretsKeyEntity,
  AgentEntity,
  PropertyEntity,
  PropertyDocumentEntity,
  ListingEntity,
  ListingDocumentEntity,
  ListingEventEntity,
  ListingHistoryEntity,
  ListingWordsEntity,
  ListingAgentEntity,
  ListingInspectionEntity,
  CurrentListingEntity,
  DeletedListingEntity,
  FirstLoadEntity,
  FeedRunEntity,
  FeedRunProblemEntity,
  FeedUploadEntity,
  FeedUploadChunkEntity,
  EnquiryCountEntity,
  EnquiryEntity,
  SearchEntity,
  SearchProgressEntity,
  AuditEntryEntity,
  HookEndpointEntity,
  HookStateEntity,
  HookMessageEntity,
  HookRotationEntity,
  HookDeliveryEntity,
  IdempotentAnswerEntity,
];
