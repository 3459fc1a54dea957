import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { StoreSettings } from './settings.js';

/** The token of the settings of the process. */
export const SETTINGS = Symbol('settings');

/**
 * The settings of the process. The module is global because settings come from outside; all other modules are imported
 * by their users.
 */
@Global()
@Module({})
export class SettingsModule {
  /** @param settings with secrets, if modules inject them */
  static forRoot(settings: StoreSettings): DynamicModule {
    return { module: SettingsModule, providers: [{ provide: SETTINGS, useValue: settings }], exports: [SETTINGS] };
  }
}
