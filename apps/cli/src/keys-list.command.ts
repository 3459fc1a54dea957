import { AccountsModule, CredentialsService, presentCredential } from '@app/accounts';
import { AuthModule, OperatorPairsService } from '@app/auth';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { operatorPairLines, pairLines } from './keys.words.js';
import { Terminal } from './terminal.js';

interface Listed {
  readonly website?: number;
  readonly operator?: boolean;
  readonly json?: boolean;
}

/** `keys list`. */
@Injectable()
export class KeysListCommand implements Command<Listed> {
  static readonly needs = 'secrets';
  static readonly imports = [AccountsModule, AuthModule];

  constructor(
    private readonly credentials: CredentialsService,
    private readonly operatorPairs: OperatorPairsService,
    private readonly terminal: Terminal,
  ) {}

  async run({ website, operator = false, json = false }: Listed): Promise<number> {
    if (operator) {
      const data = await this.operatorPairs.list();
      for (const line of json ? [JSON.stringify({ data })] : operatorPairLines(data)) this.terminal.say(line);
      return ExitCode.ok;
    }
    const pairs = await (website === undefined ? this.credentials.listAll() : this.credentials.list(website));
    const data = pairs.map(presentCredential);
    for (const line of json ? [JSON.stringify({ data })] : pairLines(data)) this.terminal.say(line);
    return ExitCode.ok;
  }
}
