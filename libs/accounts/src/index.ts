export { AgentWebsite, ListingWebsite, PropertyListingWebsite, SocialMedia } from './account.fields.js';
export { officeWithin } from './account.filters.js';
export { AccountsModule } from './accounts.module.js';
export { Account } from './entities/account.entity.js';
