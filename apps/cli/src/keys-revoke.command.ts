import { AccountsModule, CredentialsService, presentCredential } from '@app/accounts';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { Terminal } from './terminal.js';

/** `keys revoke KEY`. */
@Injectable()
export class KeysRevokeCommand implements Command<{ key: string; json?: boolean }> {
  static readonly needs = 'secrets';
  static readonly imports = [AccountsModule];

  constructor(
    private readonly credentials: CredentialsService,
    private readonly terminal: Terminal,
  ) {}

  async run({ key, json = false }: { key: string; json?: boolean }): Promise<number> {
    const pair = await this.credentials.find(key);
    if (!pair) {
      this.terminal.warn('No live pair has this access key or id.');
      return ExitCode.failed;
    }
    const author = { role: 'operator', command: 'keys revoke' } as const;
    const credential = presentCredential(await this.credentials.remove(author, pair.websiteID, pair.id));
    this.terminal.say(json ? JSON.stringify({ credential }) : `Revoked: ${credential.accessKey}`);
    return ExitCode.ok;
  }
}
