export { isEnabled, ofEnabling } from './account-enabled.filters.js';
export { accountTexts, staleAccount, type AccountSource } from './account.documents.js';
export { AccountRead, AgentWebsite, ListingWebsite, PropertyListingWebsite } from './account.fields.js';
export { SocialMedia } from './account-parts.fields.js';
export { accountExport, AccountsExportQuery, restorableAccountExport } from './account.export.js';
export type { HookTrigger } from './account.kinds.js';
export { AccountLine } from './account.line.js';
export { AccountsQuery, officeWithin } from './account.filters.js';
export {
  accountVersionKey,
  accountTextColumns,
  accountTextOf,
  AccountTexts,
  type AccountText,
  type AccountTextRow,
} from './account-texts.repository.js';
export type { HookTarget } from './hooks/hook-target.js';
export { HookTargets } from './hooks/hook-targets.js';
export { isPublicAddress } from './hooks/public-address.js';
export { AccountId, AccountRightsGuard, OpenToOperatorReaders } from './account-rights.guard.js';
export { AccountsRepository } from './accounts.repository.js';
export { AccountsWriter } from './accounts.writer.js';
export { CreateCredentialDto } from './credentials/create-credential.dto.js';
export type { CreatedCredential, CredentialItem } from './credentials/credential.fields.js';
export { presentNewCredential } from './credentials/credential.presenter.js';
export { CredentialsService } from './credentials/credentials.service.js';
export { AccountsModule } from './accounts.module.js';
export { AccountEntity } from './entities/account.entity.js';
