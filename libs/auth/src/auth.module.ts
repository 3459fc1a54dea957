import { SETTINGS } from '@app/config';
import { CacheModule } from '@app/cache';
import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { AuthSettings } from './auth.settings.js';
import { CallersRepository } from './callers.repository.js';
import { CredentialUses } from './credential-uses.job.js';
import { CredentialUsesRepository } from './credential-uses.repository.js';
import { CredentialsRepository } from './credentials.repository.js';
import { LivePairsRepository } from './live-pairs.repository.js';
import { SecretsKeyRepository } from './secrets-key.repository.js';

/** Credentials and rights. */
@Module({
  imports: [CacheModule],
  controllers: [AuthController],
  providers: [
    { provide: AuthSettings, useFactory: (settings: AuthSettings) => settings, inject: [SETTINGS] },
    AuthService,
    CallersRepository,
    CredentialsRepository,
    CredentialUses,
    CredentialUsesRepository,
    LivePairsRepository,
    SecretsKeyRepository,
  ],
  exports: [AuthSettings, AuthService, CredentialsRepository, LivePairsRepository, SecretsKeyRepository],
})
export class AuthModule {}
