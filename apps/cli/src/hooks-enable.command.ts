import { HooksModule, HooksService } from '@app/hooks';
import { byCommand } from '@app/writes';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { hookLines } from './hook.words.js';
import type { NamedHook } from './hooks-ping.command.js';
import { Terminal } from './terminal.js';

/** `hooks enable HOOK`. */
@Injectable()
export class HooksEnableCommand implements Command<NamedHook> {
  static readonly needs = 'secrets';
  static readonly imports = [HooksModule];

  constructor(
    private readonly hooks: HooksService,
    private readonly terminal: Terminal,
  ) {}

  async run({ hook, json = false }: NamedHook): Promise<number> {
    const author = byCommand('hooks enable');
    const enabled = await this.hooks.enable(author, { account: undefined, hookId: hook });
    for (const line of json ? [JSON.stringify(enabled)] : hookLines([enabled])) this.terminal.say(line);
    return ExitCode.ok;
  }
}
