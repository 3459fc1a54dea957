import { AccountsModule, CredentialsService, presentCredential } from '@app/accounts';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { pairLines } from './keys.words.js';
import { Terminal } from './terminal.js';

/** `keys list`. */
@Injectable()
export class KeysListCommand implements Command<{ website?: number; json?: boolean }> {
  static readonly needs = 'secrets';
  static readonly imports = [AccountsModule];

  constructor(
    private readonly credentials: CredentialsService,
    private readonly terminal: Terminal,
  ) {}

  async run({ website, json = false }: { website?: number; json?: boolean }): Promise<number> {
    const pairs = await (website === undefined ? this.credentials.listAll() : this.credentials.list(website));
    const data = pairs.map(presentCredential);
    for (const line of json ? [JSON.stringify({ data })] : pairLines(data)) this.terminal.say(line);
    return ExitCode.ok;
  }
}
