import { SecretsKeys } from '@app/sql';

/** Settings of the auth module, provided by the application. */
export abstract class AuthSettings extends SecretsKeys {
  abstract readonly rootAccessKey: string;
  abstract readonly rootSecretKey: string;
}
