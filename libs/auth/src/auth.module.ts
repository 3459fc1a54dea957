import { CacheModule } from '@app/cache';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { CallersRepository } from './callers.repository.js';
import { CredentialUses } from './credential-uses.job.js';
import { CredentialUsesRepository } from './credential-uses.repository.js';
import { CredentialsRepository } from './credentials.repository.js';
import { LivePairsRepository } from './live-pairs.repository.js';
import { OperatorPairsController } from './operator-pairs/operator-pairs.controller.js';
import { OperatorPairsRepository } from './operator-pairs/operator-pairs.repository.js';
import { OperatorPairsService } from './operator-pairs/operator-pairs.service.js';
import { SecretsKeyRepository } from './secrets-key.repository.js';

/** Credentials and rights. */
@Module({
  imports: [CacheModule, WritesModule],
  controllers: [AuthController, OperatorPairsController],
  providers: [
    AuthService,
    CallersRepository,
    CredentialsRepository,
    CredentialUses,
    CredentialUsesRepository,
    LivePairsRepository,
    OperatorPairsRepository,
    OperatorPairsService,
    SecretsKeyRepository,
  ],
  exports: [AuthService, CredentialsRepository, LivePairsRepository, OperatorPairsService, SecretsKeyRepository],
})
export class AuthModule {}
