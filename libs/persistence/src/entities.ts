import { AccountEntity } from '@app/accounts';
import { AgentEntity } from '@app/agents';
import { CredentialEntity, CredentialUseEntity, SecretsKeyEntity } from '@app/auth';
import { EnquiryCountEntity, EnquiryEntity } from '@app/enquiries';
import {
  FeedRunEntity,
  FeedRunProblemEntity,
  FeedUploadChunkEntity,
  FeedUploadEntity,
  HeldListingEntity,
} from '@app/feeds';
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
  ListingEntity,
  ListingAgentEntity,
  ListingDocumentEntity,
  ListingHistoryEntity,
  ListingWordsEntity,
  ListingInspectionEntity,
} from '@app/listings';
import { PropertyAliasEntity, PropertyEntity, PropertyDocumentEntity, PropertyKeyVersionEntity } from '@app/properties';
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
  PropertyAliasEntity,
  PropertyKeyVersionEntity,
  ListingEntity,
  ListingDocumentEntity,
  ListingHistoryEntity,
  ListingWordsEntity,
  ListingAgentEntity,
  ListingInspectionEntity,
  CurrentListingEntity,
  DeletedListingEntity,
  FeedRunEntity,
  FeedRunProblemEntity,
  FeedUploadEntity,
  FeedUploadChunkEntity,
  HeldListingEntity,
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
