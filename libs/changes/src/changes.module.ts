import { SETTINGS } from '@app/config';
import { Module } from '@nestjs/common';
import { ChangeDaysKeeper } from './change-days.keeper.js';
import { ChangeDaysRepository } from './change-days.repository.js';
import { ChangesRepository } from './changes.repository.js';
import { ChangesSettings } from './changes.settings.js';

/** The log of changes: what happened to every resource (ADR 23). */
@Module({
  providers: [
    { provide: ChangesSettings, useFactory: (settings: ChangesSettings) => settings, inject: [SETTINGS] },
    ChangeDaysRepository,
    ChangeDaysKeeper,
    ChangesRepository,
  ],
  exports: [ChangesRepository],
})
export class ChangesModule {}
