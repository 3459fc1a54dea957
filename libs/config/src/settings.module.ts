import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { StoreSettings } from './settings.js';

/** The token of the settings of the process. */
export const SETTINGS = Symbol('settings');

/** The settings of the process. Global, for they come from outside: every other module is imported by those that use it. */
@Global()
@Module({})
export class SettingsModule {
  /** @param settings with the secrets, where modules ask for them */
  static forRoot(settings: StoreSettings): DynamicModule {
    return { module: SettingsModule, providers: [{ provide: SETTINGS, useValue: settings }], exports: [SETTINGS] };
  }
}
