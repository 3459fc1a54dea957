export { ACCOUNT_TYPES, accountType, scopeKind, type Scope } from './dto/auth.kinds.js';
export { AuthModule } from './auth.module.js';
export { AuthService } from './auth.service.js';
export {
  CurrentAuthor,
  type CallingAuthor,
  callerOf,
  CurrentCaller,
  type AccountCaller,
  type Caller,
} from './caller.js';
export { ownPair, CredentialsRepository, isDuplicateAccessKey, type KeyPair } from './credentials.repository.js';
export { CredentialsGuard, Public } from './credentials.guard.js';
export { CredentialEntity, CredentialUseEntity } from './entities/credential.entity.js';
export { LivePairsRepository, type LivePair } from './live-pairs.repository.js';
export {
  CreateOperatorPairDto,
  type OperatorPair,
  type OperatorPairWithSecret,
} from './operator-pairs/operator-pair.fields.js';
export { OperatorPairsService } from './operator-pairs/operator-pairs.service.js';
export { linkOf, newAccessKey, newSecretKey, EXAMPLE_ACCESS_KEY, EXAMPLE_SECRET_KEY, isRefused } from './keys.js';
export {
  ensureMayCreate,
  ensureMayCreateAny,
  ensureMayReadPrivate,
  ensureMayWrite,
  ensureMayWriteAtAll,
  maySeeOwn,
  viewerOf,
  recipientFor,
  type Viewer,
  type OwnedAccount,
} from './rights.js';
export { SecretsKeyEntity } from './entities/secrets-key.entity.js';
export { checkSecretsKey, SecretsKeyRepository, type KeyInForce } from './secrets-key.repository.js';
