import { SETTINGS } from '@app/config';
import { Module } from '@nestjs/common';
import { BodySettings } from './body/body.settings.js';

/** What handlers need to read bodies. */
@Module({
  providers: [{ provide: BodySettings, useFactory: (settings: BodySettings) => settings, inject: [SETTINGS] }],
  exports: [BodySettings],
})
export class HttpModule {}
