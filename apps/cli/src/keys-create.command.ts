import { AccountsModule, CreateCredentialDto, CredentialsService, presentNewCredential } from '@app/accounts';
import { instantiate, validate } from '@app/schema';
import { Injectable } from '@nestjs/common';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { createdWords } from './keys.words.js';
import { Terminal } from './terminal.js';

/** The options of `keys create`. */
export interface NewKeys {
  readonly website: number;
  readonly scope: string;
  readonly label?: string;
  readonly expiresOld?: string;
  readonly json?: boolean;
}

/** `keys create`. */
@Injectable()
export class KeysCreateCommand implements Command<NewKeys> {
  static readonly needs = 'secrets';
  static readonly imports = [AccountsModule];

  constructor(
    private readonly credentials: CredentialsService,
    private readonly terminal: Terminal,
  ) {}

  async run({ website, json = false, ...body }: NewKeys): Promise<number> {
    const faults = validate(CreateCredentialDto, body);
    for (const { field, message } of faults) this.terminal.warn(`${OPTIONS.get(field) ?? field} ${message}`);
    if (faults.length > 0) return ExitCode.failed;
    const { instance } = instantiate(CreateCredentialDto, body);
    const author = { role: 'operator', command: 'keys create' } as const;
    const created = presentNewCredential(await this.credentials.create(author, website, instance));
    this.terminal.say(json ? JSON.stringify(created) : createdWords(created));
    return ExitCode.ok;
  }
}

const OPTIONS = new Map([
  ['scope', '--scope'],
  ['label', '--label'],
  ['expiresOld', '--expires-old'],
]);
