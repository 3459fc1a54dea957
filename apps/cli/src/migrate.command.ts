import { laterSchema, migrate, readiness } from '@app/persistence';
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
    private readonly terminal: Terminal,
  ) {}

  async run(_: void, signal: AbortSignal): Promise<number> {
    const rebuilt = new Map<string, number>();
    const onRebuild = (table: string, count: number) => {
      rebuilt.set(table, count);
      this.terminal.progress(`${table}: ${count} rebuilt`);
    };
    const ran = await unlessAborted(signal, migrate(this.dataSource, onRebuild));
    const words = laterSchema(await readiness(this.dataSource));
    const applied = ran.map((name) => `Applied ${name}.`).join('\n');
    this.terminal.say(applied || 'The schema is up to date.');
    for (const [table, count] of rebuilt) this.terminal.say(`Rebuilt ${count} documents of ${table}.`);
    if (words) this.terminal.say(`${words}.`);
    return ExitCode.ok;
  }
}
