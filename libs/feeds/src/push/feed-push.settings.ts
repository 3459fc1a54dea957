import { SecretsKeys } from '@app/sql';

/** Settings of sent feeds, provided by the application: stored bodies have user names and passwords. */
export abstract class FeedPushSettings extends SecretsKeys {}
