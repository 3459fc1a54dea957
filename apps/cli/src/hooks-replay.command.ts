import { HooksModule, HooksService } from '@app/hooks';
import { byCommand } from '@app/writes';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import type { NamedHook } from './hooks-ping.command.js';
import { Terminal } from './terminal.js';

/** The arguments of `hooks replay`. */
export interface ReplayedHook extends NamedHook {
  readonly since: string;
}

/** `hooks replay HOOK --since TIME`. */
@Injectable()
export class HooksReplayCommand implements Command<ReplayedHook> {
  static readonly needs = 'secrets';
  static readonly imports = [HooksModule];

  constructor(
    private readonly hooks: HooksService,
    private readonly terminal: Terminal,
  ) {}

  async run({ hook, since, json = false }: ReplayedHook): Promise<number> {
    const fault = this.hooks.faultOf(since);
    if (fault) {
      this.terminal.warn(`--since ${fault.message}`);
      return ExitCode.failed;
    }
    const author = byCommand('hooks replay');
    const accepted = await this.hooks.replay(author, { account: undefined, hookId: hook }, since);
    this.terminal.say(json ? JSON.stringify(accepted) : accepted.message);
    return ExitCode.ok;
  }
}
