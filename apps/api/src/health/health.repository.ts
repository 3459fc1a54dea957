import { openTransactions, type OpenTransaction } from '@app/changes';
import { readiness, type Readiness } from '@app/persistence';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class HealthRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly executor: SqlExecutor,
  ) {}

  readiness(): Promise<Readiness> {
    return readiness(this.dataSource);
  }

  openTransactions(): Promise<OpenTransaction[]> {
    return openTransactions(this.executor);
  }
}
