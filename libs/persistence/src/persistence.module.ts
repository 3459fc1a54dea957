import { SqlExecutor } from '@app/sql';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';

/** The data source of an application, and the SqlExecutor on the same pool. */
@Global()
@Module({})
export class PersistenceModule {
  /** @param options from `dataSourceOptions` */
  static forRoot(options: DataSourceOptions): DynamicModule {
    return {
      module: PersistenceModule,
      // Without a database the start fails at once: the supervisor decides when to try again.
      imports: [TypeOrmModule.forRoot({ ...options, retryAttempts: 0, toRetry: () => false })],
      providers: [
        { provide: SqlExecutor, inject: [DataSource], useFactory: (source: DataSource) => SqlExecutor.of(source) },
      ],
      exports: [SqlExecutor],
    };
  }
}
