export { AuthModule } from './auth.module.js';
export { AuthSettings } from './auth.settings.js';
export { callerOf, CurrentCaller, type Caller } from './caller.js';
export { CredentialsGuard, Public } from './credentials.guard.js';
export { CredentialsRepository, isDuplicateAccessKey, type KeyPair } from './credentials.repository.js';
export { CredentialEntity } from './entities/credential.entity.js';
export { ensureMayCreate, ensureMayCreateAny, ensureMayWrite, type OwnedAccount } from './rights.js';
export { newKey } from './secrets.js';
export { checkSecretsKey } from './secrets-key.js';
