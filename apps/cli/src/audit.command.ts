import { AuditModule, AuditService, type AuditItem } from '@app/audit';
import { Problem } from '@app/http';
import { OperatorError } from '@app/process';
import { Injectable } from '@nestjs/common';
import { auditWords } from './audit.words.js';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { Terminal } from './terminal.js';

/** The options of `audit`. */
export interface AuditWish {
  readonly since?: string;
  readonly until?: string;
  readonly website?: number;
  readonly action?: string;
  readonly resource?: string;
  readonly json?: boolean;
}

@Injectable()
export class AuditCommand implements Command<AuditWish> {
  static readonly needs = 'secrets';
  static readonly imports = [AuditModule];

  constructor(
    private readonly audit: AuditService,
    private readonly terminal: Terminal,
  ) {}

  async run({ json = false, website, ...others }: AuditWish, signal: AbortSignal): Promise<number> {
    const { terminal } = this;
    const entries = this.entries({ ...others, ...(website !== undefined && { websiteID: website }) });
    if (json) terminal.say('{"data":[');
    let separator = '';
    for await (const text of entries) {
      signal.throwIfAborted();
      if (json) terminal.say(separator + text);
      else terminal.say(auditWords(JSON.parse(text) as AuditItem)); // it is the text of one
      separator = ',';
    }
    if (json) terminal.say(']}');
    return ExitCode.ok;
  }

  /** @throws OperatorError for an invalid option */
  private entries(filters: Parameters<AuditService['all']>[0]): AsyncGenerator<string, void> {
    try {
      return this.audit.all(filters);
    } catch (error) {
      if (!(error instanceof Problem) || !error.extras.errors) throw error;
      // Parameters have the names of options.
      const faults = error.extras.errors.map((fault) => `--${Object.values(fault)[0]}: ${fault.message}`);
      throw new OperatorError(faults.join('; '), { cause: error });
    }
  }
}
