import { SqlExecutor } from '@app/sql';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';

/** The data source of an application, and the executor of statements on the same pool. */
@Global()
@Module({})
export class PersistenceModule {
  /** @param options those of `dataSourceOptions` */
  static forRoot(options: DataSourceOptions): DynamicModule {
    return {
      module: PersistenceModule,
      // A start that finds no database fails at once: whoever started it knows best when to try again.
      imports: [TypeOrmModule.forRoot({ ...options, retryAttempts: 0, toRetry: () => false })],
      providers: [
        { provide: SqlExecutor, inject: [DataSource], useFactory: (source: DataSource) => SqlExecutor.of(source) },
      ],
      exports: [SqlExecutor],
    };
  }
}
