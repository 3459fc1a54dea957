export { AccountsQuery } from './filters/account.filters.js';
export * from './filters/offices.query.js';
export { presentOffices, withListingCounts, type OfficeRow } from './documents/office.presenter.js';
export * from './listings/listing-counts.fields.js';
export * from './listings/listing-counts.reads.js';
export {
  AccountCard,
  AccountRead,
  AgentWebsite,
  ListingWebsite,
  PropertyListingWebsite,
} from './dto/account.fields.js';
export { SocialMedia } from './dto/account-parts.fields.js';
export { accountExport, AccountsExportQuery, restorableAccountExport } from './documents/account.export.js';
export type { HookTrigger } from './dto/account.kinds.js';
export { AccountLine } from './documents/account.line.js';
export { type HookTarget, isPublicAddress } from './hooks/hook-target.js';
export { HookTargets } from './hooks/hook-targets.js';
export { AccountId, AccountRightsGuard, OpenToOperatorReaders } from './account-rights.guard.js';
export { AccountsRepository } from './accounts.repository.js';
export { AccountsWriter } from './accounts.writer.js';
export { CreateCredentialDto } from './credentials/create-credential.dto.js';
export type { CreatedCredential, CredentialItem } from './credentials/credential.fields.js';
export { presentNewCredential } from './credentials/credential.presenter.js';
export { CredentialsService } from './credentials/credentials.service.js';
export { AccountsModule } from './accounts.module.js';
export { AccountEntity } from './entities/account.entity.js';
export * from './listings/shown-listings.reads.js';
