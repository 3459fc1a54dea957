import { AccountsModule, CreateCredentialDto, CredentialsService, presentNewCredential } from '@app/accounts';
import { AuthModule, CreateOperatorPairDto, OperatorPairsService } from '@app/auth';
import { instantiate, validate } from '@app/schema';
import { byCommand } from '@app/writes';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { createdWords } from './keys.words.js';
import { Terminal } from './terminal.js';

/** The options of `keys create`. */
export interface NewKeys {
  readonly website?: number;
  readonly operator?: boolean;
  readonly scope: string;
  readonly label?: string;
  readonly expiresOld?: string;
  readonly json?: boolean;
}

/** `keys create`. */
@Injectable()
export class KeysCreateCommand implements Command<NewKeys> {
  static readonly needs = 'secrets';
  static readonly imports = [AccountsModule, AuthModule];

  constructor(
    private readonly credentials: CredentialsService,
    private readonly pairs: OperatorPairsService,
    private readonly terminal: Terminal,
  ) {}

  async run({ website, operator = false, json = false, ...body }: NewKeys): Promise<number> {
    const created = operator ? await this.ofOperator(body) : await this.ofAccount(website, body);
    if (!created) return ExitCode.failed;
    this.terminal.say(json ? JSON.stringify(created) : createdWords(created));
    return ExitCode.ok;
  }

  private async ofAccount(website: number | undefined, body: object) {
    if (website === undefined) {
      this.terminal.warn('--website or --operator: one of them is required');
      return undefined;
    }
    const instance = this.valid(CreateCredentialDto, body);
    return instance && presentNewCredential(await this.credentials.create(AUTHOR, website, instance));
  }

  private async ofOperator(body: object) {
    const instance = this.valid(CreateOperatorPairDto, body);
    return instance && { message: 'Credential created', credential: await this.pairs.create(AUTHOR, instance) };
  }

  /** The body that the options make; undefined, if there is something wrong with them, which is printed. */
  private valid<Body extends object>(type: new () => Body, body: object): Body | undefined {
    const faults = validate(type, body);
    for (const { field, message } of faults) this.terminal.warn(`${OPTIONS.get(field) ?? field} ${message}`);
    return faults.length > 0 ? undefined : instantiate(type, body).instance;
  }
}

const AUTHOR = byCommand('keys create');

const OPTIONS = new Map([
  ['scope', '--scope'],
  ['label', '--label'],
  ['expiresOld', '--expires-old'],
]);
