import { AccountsModule, CredentialsService, presentCredential } from '@app/accounts';
import { AuthModule, OperatorPairsService } from '@app/auth';
import { byCommand } from '@app/writes';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { Terminal } from './terminal.js';

/** `keys revoke KEY`. */
@Injectable()
export class KeysRevokeCommand implements Command<{ key: string; json?: boolean }> {
  static readonly needs = 'secrets';
  static readonly imports = [AccountsModule, AuthModule];

  constructor(
    private readonly credentials: CredentialsService,
    private readonly operatorPairs: OperatorPairsService,
    private readonly terminal: Terminal,
  ) {}

  async run({ key, json = false }: { key: string; json?: boolean }): Promise<number> {
    const credential = await this.remove(key);
    if (!credential) {
      this.terminal.warn('No live pair has this access key or id.');
      return ExitCode.failed;
    }
    this.terminal.say(json ? JSON.stringify({ credential }) : `Revoked: ${credential.accessKey}`);
    return ExitCode.ok;
  }

  private async remove(key: string) {
    const author = byCommand('keys revoke');
    const pair = await this.credentials.find(key);
    if (pair) return presentCredential(await this.credentials.remove(author, pair.websiteID, pair.id));
    const ofOperator = await this.operatorPairs.find(key);
    return ofOperator && this.operatorPairs.remove(author, ofOperator.id);
  }
}
