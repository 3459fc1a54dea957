import { SqlExecutor, type Database } from '@app/sql';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Provides the data source of an application, and its SqlExecutor. */
@Global()
@Module({})
export class PersistenceModule {
  /** @param database initialized with the module, and destroyed with the application */
  static forRoot(database: Database): DynamicModule {
    return {
      module: PersistenceModule,
      imports: [
        TypeOrmModule.forRootAsync({
          // Without a database the start fails immediately; the supervisor decides when to retry.
          useFactory: () => ({ ...database.options, retryAttempts: 0, toRetry: () => false }),
          dataSourceFactory: () => Promise.resolve(database),
        }),
      ],
      providers: [
        { provide: SqlExecutor, inject: [DataSource], useFactory: (source: DataSource) => SqlExecutor.of(source) },
      ],
      exports: [SqlExecutor],
    };
  }
}
