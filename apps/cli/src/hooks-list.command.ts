import { openTransactions, openTransactionWords } from '@app/changes';
import { HooksModule, HooksService } from '@app/hooks';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { hookLines } from './hook.words.js';
import { Terminal } from './terminal.js';

/** The options of `hooks list`. */
export interface ListedHooks {
  readonly website?: number;
  readonly json?: boolean;
}

/** `hooks list`. */
@Injectable()
export class HooksListCommand implements Command<ListedHooks> {
  static readonly needs = 'secrets';
  static readonly imports = [HooksModule];

  constructor(
    private readonly hooks: HooksService,
    private readonly executor: SqlExecutor,
    private readonly terminal: Terminal,
  ) {}

  async run({ website, json = false }: ListedHooks): Promise<number> {
    const data = await this.hooks.all(website);
    for (const line of json ? [JSON.stringify({ data })] : hookLines(data)) this.terminal.say(line);
    for (const transaction of await openTransactions(this.executor))
      this.terminal.warn(`Hooks wait for an open transaction: ${openTransactionWords(transaction)}`);
    return ExitCode.ok;
  }
}
