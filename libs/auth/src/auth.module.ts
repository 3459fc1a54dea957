import { Module, type DynamicModule } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { AuthSettings } from './auth.settings.js';
import { CredentialsRepository } from './credentials.repository.js';

/** Credentials and rights. Global, for every module's writes ask it. */
@Module({})
export class AuthModule {
  static forRoot(settings: AuthSettings): DynamicModule {
    return {
      module: AuthModule,
      global: true,
      controllers: [AuthController],
      providers: [{ provide: AuthSettings, useValue: settings }, AuthService, CredentialsRepository],
      exports: [AuthSettings, AuthService, CredentialsRepository],
    };
  }
}
