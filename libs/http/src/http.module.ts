import { Module, type DynamicModule } from '@nestjs/common';
import { BodySettings } from './body/body.settings.js';

/** What handlers of every module need to read bodies. */
@Module({})
export class HttpModule {
  static forRoot(settings: BodySettings): DynamicModule {
    return {
      module: HttpModule,
      global: true,
      providers: [{ provide: BodySettings, useValue: settings }],
      exports: [BodySettings],
    };
  }
}
