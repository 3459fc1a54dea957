import { AuthModule, AuthSettings, SecretsKeyRepository } from '@app/auth';
import { reseal } from '@app/persistence';
import { OperatorError, withSmallHeap } from '@app/process';
import { SqlExecutor } from '@app/sql';
import { byCommand } from '@app/writes';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { resealedWords } from './keys.words.js';
import { Terminal } from './terminal.js';

/** `keys reseal`. */
@Injectable()
export class KeysResealCommand implements Command<void> {
  static readonly needs = 'secrets';
  static readonly imports = [AuthModule];

  constructor(
    private readonly executor: SqlExecutor,
    private readonly keys: AuthSettings,
    private readonly inForce: SecretsKeyRepository,
    private readonly terminal: Terminal,
  ) {}

  async run(_: void, signal: AbortSignal): Promise<number> {
    const { secretsKey, secretsKeyOld } = this.keys;
    if (!secretsKeyOld)
      throw new OperatorError('SECRETS_KEY_OLD: got nothing, wanted the key that SECRETS_KEY replaces');
    const onProgress = (table: string, count: number) => this.terminal.progress(`${table}: ${count} read`);
    const author = byCommand('keys reseal');
    const resealed = await withSmallHeap(() =>
      reseal(this.executor, { secretsKey, secretsKeyOld }, author, { signal, onProgress }),
    );
    const { until } = await this.inForce.inForce(new Date());
    this.terminal.say(resealedWords(resealed, until));
    const { late, unreadable } = resealed;
    if (late > 0) {
      this.terminal.warn(
        `${late} values were stored under the former key meanwhile: a process knows that key alone. Start it again with both keys, and run this command again.`,
      );
    }
    if (unreadable > 0) this.terminal.warn(`${unreadable} values can be decrypted with neither key.`);
    return late + unreadable > 0 ? ExitCode.failed : ExitCode.ok;
  }
}
