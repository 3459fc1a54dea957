import { SettingsModule, type StoreSettings } from '@app/config';
import { createDataSource, PersistenceModule } from '@app/persistence';
import { Module, type DynamicModule } from '@nestjs/common';
import type { CommandType } from './command.js';
import { Terminal } from './terminal.js';

/** One command with its services, on a database. */
@Module({})
export class CommandModule {
  static forRoot<Input>(
    type: CommandType<Input>,
    terminal: Terminal,
    settings: StoreSettings,
    url: string,
  ): DynamicModule {
    return {
      module: CommandModule,
      imports: [
        PersistenceModule.forRoot(createDataSource(url, settings)),
        SettingsModule.forRoot(settings),
        ...type.imports,
      ],
      providers: [{ provide: Terminal, useValue: terminal }, type],
    };
  }
}
