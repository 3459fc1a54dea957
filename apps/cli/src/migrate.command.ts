import { countStale, staleWords } from '@app/documents';
import { laterSchema, migrate, readiness } from '@app/persistence';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { unlessAborted } from './interruption.js';
import { Terminal } from './terminal.js';

@Injectable()
export class MigrateCommand implements Command<void> {
  static readonly needs = 'database';
  static readonly imports = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly executor: SqlExecutor,
    private readonly terminal: Terminal,
  ) {}

  async run(_: void, signal: AbortSignal): Promise<number> {
    const ran = await unlessAborted(signal, migrate(this.dataSource));
    const words = laterSchema(await readiness(this.dataSource));
    const stale = await countStale(this.executor);
    const applied = ran.map((name) => `Applied ${name}.`).join('\n');
    this.terminal.say(applied || 'The schema is up to date.');
    if (words) this.terminal.say(`${words}.`);
    if (stale.length > 0) {
      this.terminal.say(`A rebuild is due (${staleWords(stale)}): npm run directory -- rebuild`);
    }
    return ExitCode.ok;
  }
}
