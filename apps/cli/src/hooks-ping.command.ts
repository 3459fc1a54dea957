import { HooksModule, HooksService } from '@app/hooks';
import { byCommand } from '@app/writes';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { pingWords } from './hook.words.js';
import { Terminal } from './terminal.js';

/** The arguments of a command about one hook. */
export interface NamedHook {
  readonly hook: number;
  readonly json?: boolean;
}

/** `hooks ping HOOK`. */
@Injectable()
export class HooksPingCommand implements Command<NamedHook> {
  static readonly needs = 'secrets';
  static readonly imports = [HooksModule];

  constructor(
    private readonly hooks: HooksService,
    private readonly terminal: Terminal,
  ) {}

  async run({ hook, json = false }: NamedHook): Promise<number> {
    const author = byCommand('hooks ping');
    const ping = await this.hooks.ping(author, { account: undefined, hookId: hook });
    this.terminal.say(json ? JSON.stringify(ping) : pingWords(ping));
    const { status } = ping;
    return status !== null && status >= 200 && status < 300 ? ExitCode.ok : ExitCode.someBad;
  }
}
