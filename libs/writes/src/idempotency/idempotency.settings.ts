import { SecretsKeys } from '@app/sql';

/** Settings of idempotency keys, provided by the application: stored answers may have secrets. */
export abstract class IdempotencySettings extends SecretsKeys {}
